import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Readers and writers beside tasks that block Swift's own threads.
@Suite(.timeLimit(.minutes(5))) struct BlockedPoolTests {
  @Test func `tasks that block all threads of Swift's pool read and write`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      defer { folder.remove() }
      let count = ProcessInfo.processInfo.activeProcessorCount + 1
      let files = (0..<count).map { folder.file("\($0).m4a") }
      #expect(await blockingCopies(of: try await Clips.sound(6), to: files) == count)
    }
  }
}

/// Encodes the sound of a film into several files, each by a task that blocks its thread.
///
/// - Returns: The number of complete files.
private func blockingCopies(of film: AVURLAsset, to files: [URL]) async -> Int {
  let completed = Completed()
  for file in files {
    Task.detached {
      // A failure is a file that is not complete.
      let isComplete = (try? blockingCopy(film, to: file)) == true
      completed.counts.withLock { $0.append(isComplete ? 1 : 0) }
    }
  }
  // A thread, because the pool is blocked.
  return await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      let limit = Date(timeIntervalSinceNow: 60)
      while completed.counts.withLock({ $0.count }) < files.count, limit.timeIntervalSinceNow > 0 {
        Thread.sleep(forTimeInterval: 0.01)
      }
      // The pool may never be free.
      if limit.timeIntervalSinceNow <= 0 { exit(1) }
      continuation.resume(returning: completed.counts.withLock { $0.reduce(0, +) })
    }
  }
}

/// Who has ended: 1 with a complete file, 0 without.
private final class Completed: Sendable {
  let counts = Mutex<[Int]>([])
}

/// Encodes the sound of a film by polling, and waits for the end with a semaphore.
///
/// - Returns: Whether the file is complete.
private func blockingCopy(_ film: AVURLAsset, to file: URL) throws -> Bool {
  let reader = try AVAssetReader(asset: film)
  let output = AVAssetReaderTrackOutput(
    track: try film.audio(), outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
  reader.add(output)
  let writer = try AVAssetWriter(outputURL: file, fileType: .m4a)
  let input = AVAssetWriterInput(
    mediaType: .audio,
    outputSettings: [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
    ])
  writer.add(input)
  guard reader.startReading(), writer.startWriting() else { return false }
  writer.startSession(atSourceTime: .zero)
  while let sample = output.copyNextSampleBuffer() {
    while !input.isReadyForMoreMediaData { Thread.sleep(forTimeInterval: 0.001) }
    guard input.append(sample) else { return false }
  }
  input.markAsFinished()
  let end = DispatchSemaphore(value: 0)
  writer.finishWriting { end.signal() }
  end.wait()
  return writer.status == .completed
}
