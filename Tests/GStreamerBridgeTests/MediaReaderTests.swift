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
