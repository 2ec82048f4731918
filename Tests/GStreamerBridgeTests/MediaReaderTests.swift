import ElementKit
import Foundation
import GStreamerBridge
import TestSupport
import Testing

@Suite struct MediaReaderTests {
  private func reader(_ location: String, from start: Int64 = 0) -> MediaReader {
    MediaReader(.init(location: location, trackIndex: 0, output: .video), from: start)
  }

  private func clip() async throws -> String {
    try await TestMedia(video: .init(frameCount: 60)).file().path
  }

  @Test func `frames come in order, then the end`() async throws {
    let reader = reader(try await clip())
    defer { MediaReader.close([reader], waiting: 1) }
    var starts: [Int64] = []
    while case .sample(let sample) = try reader.next() { starts.append(sample.start) }
    #expect(starts.count == 60)
    #expect(starts == starts.sorted())
    #expect(starts.first == 0)
  }

  @Test func `the newest of a burst of seeks wins`() async throws {
    let reader = reader(try await clip())
    defer { MediaReader.close([reader], waiting: 1) }
    for second in [1_900, 300, 1_200, 100, 1_500] { reader.seek(to: Int64(second) * 1_000_000) }
    guard case .sample(let sample) = try reader.next() else {
      Issue.record("no frame")
      return
    }
    #expect(abs(sample.start - 1_500_000_000) <= 33_333_334)
  }

  /// A decoder makes noise up where an encoder has only said how loud it is, by a generator that goes on
  /// through seeks: one packet more or less in front changes all that follows.
  @Test func `a decoder gets nothing before the first seek`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("noise.m4a")
    _ = try await ChildProcess(
      "gst-launch-1.0",
      "-q audiotestsrc wave=white-noise num-buffers=200 ! audio/x-raw,rate=48000,channels=2"
        .split(separator: " ").map(String.init)
        + ["!", "avenc_aac", "bitrate=64000", "!", "aacparse", "!", "mp4mux", "!", "filesink"]
        + ["location=\(file.path)"]
    ).check()
    let readings = try await withThrowingTaskGroup { group in
      for _ in 0..<60 { group.addTask { try Self.sound(of: file.path, from: 2_000_000_000) } }
      return try await group.reduce(into: Set<[Float]>()) { $0.insert($1) }
    }
    // The count, for a failure would print the samples.
    let count = readings.count, isSilent = readings.first?.allSatisfy { $0 == 0 } ?? true
    #expect(count == 1)
    #expect(!isSilent)
  }

  private static func sound(of location: String, from start: Int64) throws -> [Float] {
    let format = AudioFormat(sampleRate: 48_000, channels: 2)
    let reader = MediaReader(
      .init(location: location, trackIndex: 0, output: .audio(format, tempo: 1)), from: start)
    defer { MediaReader.close([reader], waiting: 1) }
    var sound: [Float] = []
    while case .sample(let sample) = try reader.next() {
      sample.append(
        0..<sample.size / (2 * MemoryLayout<Float>.stride), channels: 2, to: &sound)
    }
    return sound
  }

  @Test(arguments: 0..<30)
  func `a reader can be closed at any moment`(milliseconds: Int) async throws {
    let reader = reader(try await clip(), from: 1_000_000_000)
    try await Task.sleep(for: .milliseconds(milliseconds))
    let begin = ContinuousClock.now
    MediaReader.close([reader], waiting: 1)
    #expect(ContinuousClock.now - begin < .seconds(2))
  }

  @Test func `a pipe that gives nothing can be interrupted and left`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let pipe = folder.file("pipe")
    try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
    let reader = reader(pipe.path)
    let waiting = Task.detached { try reader.next() }
    try await Task.sleep(for: .milliseconds(100))
    reader.interrupt()
    guard case .interrupted = try await waiting.value else {
      Issue.record("not interrupted")
      return
    }
    MediaReader.close([reader], waiting: 1)
    // Lets the thread that hangs in opening the pipe go.
    let writer = unsafe open(pipe.path, O_WRONLY | O_NONBLOCK)
    if writer >= 0 { close(writer) }
  }

  @Test(arguments: ["nothing here", ""])
  func `what is no media is an error`(content: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("junk.mp4")
    try Data(content.utf8).write(to: file)
    let reader = reader(file.path)
    defer { MediaReader.close([reader], waiting: 1) }
    #expect(throws: ElementError.self) { try reader.next() }
  }
}
