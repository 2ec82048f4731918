import Foundation
import TestSupport
import Testing

/// Keys pressed while a composition plays.
@Suite(.serialized) struct KeyTests {
  /// The effect of keys, computed without a player: twelve seconds of 30 frames each, in a loop.
  private struct Model {
    static let count = 360
    /// `nil` while playing, and until a key sets the position.
    var frame: Int?
    var isPlaying = true
    var rate = 1.0

    mutating func press(_ key: String) {
      switch key {
      case " ": isPlaying.toggle()
      case "k": isPlaying = false
      case ".", ",":
        isPlaying = false
        move(by: key == "." ? 1 : -1)
      case "\u{1B}[C": move(by: 150)
      case "\u{1B}OD": move(by: -150)
      case "\u{1B}[H", "\u{1B}[1~": frame = 0
      case "\u{1B}[F", "\u{1B}[4~": frame = Self.count - 1
      case "[": rate = rate < 0 ? min(-1.0 / 32, rate / 2) : max(1.0 / 32, rate / 2)
      case "]": rate = rate < 0 ? max(-32, rate * 2) : min(32, rate * 2)
      case "j": shuttle(-1)
      case "l": shuttle(1)
      default: break
      }
      if isPlaying { frame = nil }
    }

    private mutating func move(by count: Int) {
      frame = frame.map { min(Self.count - 1, max(0, $0 + count)) }
    }

    private mutating func shuttle(_ direction: Double) {
      let goesOn = isPlaying && rate * direction > 0
      rate = goesOn ? min(32, max(-32, rate * 2)) : direction
      isPlaying = true
    }
  }

  /// Keys that pause are more frequent, because they give an exact position.
  private static let keys =
    [" ", "k", "j", "l", "[", "]", "m", "i", "\u{1B}[C", "\u{1B}OD", "\u{1B}[H", "\u{1B}[4~"]
    + ["k", "\u{1B}[F", "\u{1B}[1~", "x", "i"] + Array(repeating: [".", ","], count: 4).joined()

  private static let media = TestMedia(
    .mov, video: .init(codec: .h264Intra, frameCount: 120, clip: 9))

  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: folder.file("a.mov"))
    let segment = "{asset: a, source: [0, 4]}"
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: a.mov}
      tracks:
        - {id: v, type: video, segments: [\(segment), \(segment), \(segment)]}
      """
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
    return folder
  }

  /// `CUTAWAY_KEYS` sets the number of keys; `scripts/check-preview` uses it.
  @Test func `random keys end at the right position`() async throws {
    let count = ProcessInfo.processInfo.environment["CUTAWAY_KEYS"].flatMap { Int($0) } ?? 60
    let folder = try await folder()
    defer { folder.remove() }
    let command = try PlayedCommand(in: folder, ["--loop"])
    try await command.wait { try command.shown().count > 2 }
    var random = SeededGenerator(seed: UInt64(count)), model = Model(), pressed: [String] = []
    // The last key gives an exact position.
    var rest = (0..<count).map { _ in Self.keys.randomElement(using: &random) ?? " " }
    rest +=
      ["k", "\u{1B}[H"]
      + (0..<7).map { _ in [".", ",", "]", "\u{1B}[C"].randomElement(using: &random) ?? "." }
    while !rest.isEmpty {
      // In bursts, as fast as the pipe accepts them.
      let burst = rest.prefix(Int.random(in: 1...12, using: &random))
      rest.removeFirst(burst.count)
      for key in burst { model.press(key) }
      pressed += burst
      command.press(burst.joined())
      // Only varies how many keys the player finds at once. The result does not depend on it.
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...80, using: &random)))
    }
    let frame = try #require(model.frame)
    let expected = PlayedCommand.Status(
      isPlaying: false, time: frame * 100 / 30, rate: (model.rate * 100).rounded() / 100)
    try await command.wait { command.status == expected }
    let shown = try await command.frameOfStandstill()
    #expect(shown.code()?.frame == UInt16(frame % 120), "\(pressed)")
    #expect(try await command.quit() == .exited(0))
  }

  @Test func `a key that arrives in two parts is one key`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let command = try PlayedCommand(in: folder, ["--loop"])
    try await command.wait { try command.shown().count > 2 }
    command.press("k\u{1B}[H\u{1B}")
    let start = PlayedCommand.Status(isPlaying: false, time: 0, rate: 1)
    try await command.wait { command.status == start }
    command.press("[C")
    try await command.wait { command.status?.time == 500 }
    #expect(command.status?.rate == 1)
    #expect(try await command.quit() == .exited(0))
  }

  @Test func `backward playback ends at the start`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let frames = folder.file("%07d").path
    let outcome = try await ChildProcess(
      Command.path,
      [
        "play", "edit.yaml", "--rate", "-1", "--range", "0,1", "--mute", "--video-sink",
        "video/x-raw,format=I420 ! multifilesink sync=false location=\(frames)",
      ], directory: folder.url
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      .filter { $0.count == 7 }
    let codes = names.map { PlayedCommand.frame(at: folder.file($0).path)?.code()?.frame }
    #expect(codes == [UInt16](0..<30).reversed())
  }
}
