import Cutaway
import Foundation
import MediaTime

/// A key that means something while a composition plays.
enum Key: Sendable, Hashable {
  case togglePause, quit, mute, home, end, slower, faster, pause
  case frames(Int)
  case seconds(Int)
}

/// Reads keys from a terminal, one by one, or from a pipe.
final class Keyboard: Sendable {
  let keys: AsyncStream<Key>
  private let isTerminal = isatty(STDIN_FILENO) != 0
  private let showsStatus = isatty(STDERR_FILENO) != 0
  private let saved: termios

  init() {
    var settings = termios()
    unsafe tcgetattr(STDIN_FILENO, &settings)
    saved = settings
    if isTerminal {
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Key.self)
    keys = stream
    let thread = Thread {
      while true {
        let bytes = FileHandle.standardInput.availableData
        if bytes.isEmpty { break }
        for key in parse(Array(bytes)) { continuation.yield(key) }
      }
    }
    thread.start()
  }

  /// Gives the terminal back as it was.
  func restore() {
    var settings = saved
    if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    clearStatus()
  }

  func clearStatus() {
    if showsStatus { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }

  func show(_ status: Player.Status) {
    guard showsStatus else { return }
    let rate = status.rate == 1 ? "" : "  \((status.rate * 100).rounded() / 100)x"
    let dropped = status.droppedFrames == 0 ? "" : "  \(status.droppedFrames) dropped"
    let text =
      "\r\(status.isPlaying ? ">" : "=") \(clock(status.time)) / \(clock(status.duration))"
      + "\(rate)\(dropped)\u{1B}[K"
    FileHandle.standardError.write(Data(text.utf8))
  }
}

private func clock(_ time: MediaTime) -> String {
  let hundredths = time.floored(in: MediaTime(1, over: 100))
  func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let seconds = hundredths / 100
  return
    "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths % 100))"
}

/// The keys of what a terminal sends; those that mean nothing are left out.
private func parse(_ bytes: [UInt8]) -> [Key] {
  let plain: [Character: Key] = [
    " ": .togglePause, "q": .quit, "Q": .quit, ",": .frames(-1), ".": .frames(1), "[": .slower,
    "]": .faster, "j": .slower, "k": .pause, "l": .faster, "m": .mute,
  ]
  let escaped: [Character: Key] = [
    "C": .seconds(5), "D": .seconds(-5), "H": .home, "F": .end,
    // Home and end of older terminals: ESC [ 1 ~ and ESC [ 4 ~.
    "1": .home, "7": .home, "4": .end, "8": .end,
  ]
  var keys: [Key] = []
  var rest = bytes[...]
  while let byte = rest.popFirst() {
    guard byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") else {
      if let key = plain[Character(UnicodeScalar(byte))] { keys.append(key) }
      continue
    }
    rest.removeFirst()
    guard let code = rest.popFirst() else { break }
    if let key = escaped[Character(UnicodeScalar(code))] { keys.append(key) }
    if rest.first == UInt8(ascii: "~") { rest.removeFirst() }
  }
  return keys
}
