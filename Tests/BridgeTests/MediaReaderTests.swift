import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayRuntime
import Foundation
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

  @Test func `the last of a burst of seeks wins`() async throws {
    let reader = reader(try await clip())
    defer { MediaReader.close([reader], waiting: 1) }
    for second in [1_900, 300, 1_200, 100, 1_500] { reader.seek(to: Int64(second) * 1_000_000) }
    guard case .sample(let sample) = try reader.next() else {
      Issue.record("no frame")
      return
    }
    #expect(abs(sample.start - 1_500_000_000) <= 33_333_334)
  }

  /// Where an encoder stores only the level of noise, a decoder generates it.
  ///
  /// Its generator continues through seeks, so that one packet more or less before changes all
  /// later samples.
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
      for _ in 0..<60 {
        group.addTask {
          // Reading blocks the thread.
          try await onBlockingThread { try Self.sound(of: file.path, from: 2_000_000_000) }
        }
      }
      return try await group.reduce(into: Set<[Float]>()) { $0.insert($1) }
    }
    // Compares the count, because a failure would print all samples.
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

  /// An AAC file, and the first sample that a reader delivers.
  private func movie(
    _ tracks: [Int], in folder: TemporaryDirectory
  ) async throws -> (file: URL, first: MediaSample) {
    let file = folder.file("sound.m4a")
    let sources = tracks.map {
      "audiotestsrc samplesperbuffer=1024 num-buffers=\($0) ! avenc_aac ! aacparse ! muxer."
    }
    _ = try await ChildProcess(
      "gst-launch-1.0",
      "-q mp4mux name=muxer ! filesink location=\(file.path) \(sources.joined(separator: " "))"
        .split(separator: " ").map(String.init)
    ).check()
    let reader = MediaReader(
      .init(location: file.path, trackIndex: 0, output: .packets(.audio)), from: 0)
    defer { MediaReader.close([reader], waiting: 1) }
    guard case .sample(let sample) = try reader.next() else { throw ElementError("no packet") }
    return (file, sample)
  }

  /// Writes bytes at an offset from each occurrence of a box's name in a file.
  private func overwrite(
    _ file: URL, behind name: String, _ offset: Int, with bytes: [[UInt8]]
  ) throws {
    var data = try Data(contentsOf: file), from = data.startIndex
    for bytes in bytes {
      let place = try #require(data.range(of: Data(name.utf8), in: from..<data.endIndex))
      data.replaceSubrange(
        place.upperBound + offset..<place.upperBound + offset + bytes.count, with: bytes)
      from = place.upperBound
    }
    try data.write(to: file)
  }

  @Test func `tables that claim too many entries are read to their end`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let most = [UInt8](repeating: 0xFF, count: 4),
      long = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
    // The numbers of runs, packets and runs of chunks; a chunk's offset in 32 and 64 bits.
    let faults: [(box: String, offset: Int, bytes: [UInt8])] = [
      ("stts", 4, most), ("stts", 8, most), ("stsz", 8, most), ("stsc", 4, most), ("stco", 8, most),
      ("stco", 0, long + long), ("mdhd", 12, [0, 0, 0, 1]),
    ]
    for fault in faults {
      let (file, first) = try await movie([40], in: folder)
      #expect(first.soundAfter(in: file.path, trackIndex: 0).count >= 38)
      try overwrite(file, behind: fault.box, fault.offset, with: [fault.bytes])
      #expect(first.soundAfter(in: file.path, trackIndex: 0).count <= 41, "\(fault)")
    }
    // 64-bit offsets, all with the maximum value.
    let (file, first) = try await movie([40], in: folder)
    try overwrite(file, behind: "stco", 0, with: [[0, 0, 0, 0, 0, 0, 0, 1] + long])
    try overwrite(file, behind: "stco", -4, with: [Array("co64".utf8)])
    #expect(first.soundAfter(in: file.path, trackIndex: 0).isEmpty)
  }

  @Test func `tracks are indexed in order of their IDs, as in a demuxer`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, first) = try await movie([30, 60], in: folder)
    let lengths = (0..<2).map { first.soundAfter(in: file.path, trackIndex: $0).count }
    #expect(abs(lengths[0] - 30) <= 2)
    #expect(abs(lengths[1] - 60) <= 2)
    let header = try Data(contentsOf: file)
    let start = try #require(header.range(of: Data("tkhd".utf8))).upperBound
    let isLong = header[start] == 1
    try overwrite(file, behind: "tkhd", isLong ? 20 : 12, with: [[0, 0, 0, 2], [0, 0, 0, 1]])
    let swapped = (0..<2).map { first.soundAfter(in: file.path, trackIndex: $0).count }
    #expect(swapped == lengths.reversed())
  }

  @Test(.timeLimit(.minutes(3)), arguments: 0..<30)
  func `a reader can be closed at any moment`(milliseconds: Int) async throws {
    let reader = reader(try await clip(), from: 1_000_000_000)
    // Only varies the moment. After any time the reader must close.
    try await Task.sleep(for: .milliseconds(milliseconds))
    MediaReader.close([reader], waiting: 1)
  }

  @Test func `an unused reader closes its files`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("clip.mp4")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: try await clip()), to: file)
    // Some while they open, some while they play, some twice.
    for count in 0..<24 {
      let reader = reader(file.path, from: Int64(count % 3) * 500_000_000)
      for _ in 0..<count % 4 { _ = try await onBlockingThread { try reader.next() } }
      if count % 5 == 4 { reader.close() }
    }
    #expect(try await OpenFiles.settle { !$0.contains(file.path) })
  }

  @Test(arguments: [false, true])
  func `reading a silent pipe can be interrupted`(hasWriter: Bool) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let pipe = try SilentPipe(at: folder.file("pipe"))
    defer { pipe.release() }
    let reader = reader(pipe.url.path)
    let waiting = Task { try await onBlockingThread { try reader.next() } }
    if hasWriter {
      try await pipe.waitForReader()
    } else {
      // Nothing shows that a thread waits for a writer. If it does not wait yet, this case proves less,
      // but it does not fail.
      try await Task.sleep(for: .milliseconds(100))
    }
    reader.interrupt()
    guard case .interrupted = try await waiting.value else {
      Issue.record("not interrupted")
      return
    }
    MediaReader.close([reader], waiting: 1)
  }

  @Test(arguments: ["nothing here", ""])
  func `a file that is not media is an error`(content: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("junk.mp4")
    try Data(content.utf8).write(to: file)
    let reader = reader(file.path)
    defer { MediaReader.close([reader], waiting: 1) }
    #expect(throws: ElementError.self) { try reader.next() }
  }
}
