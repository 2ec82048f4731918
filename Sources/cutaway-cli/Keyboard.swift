import Cutaway
import Foundation
import MediaTime

/// Reads keys from a terminal, one by one, or from a pipe.
final class Keyboard: Sendable {
  let commands: AsyncStream<Player.Command>
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
    let (stream, continuation) = AsyncStream.makeStream(of: Player.Command.self)
    commands = stream
    let thread = Thread {
      while true {
        let bytes = FileHandle.standardInput.availableData
        if bytes.isEmpty { break }
        for command in parse(Array(bytes)) { continuation.yield(command) }
      }
    }
    thread.start()
  }

  /// Gives the terminal back as it was.
  func restore() {
    var settings = saved
    if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    if showsStatus { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }

  func showStatus(_ position: MediaTime, of duration: MediaTime, isPlaying: Bool) {
    guard showsStatus else { return }
    let text = "\r\u{1B}[K\(isPlaying ? ">" : "=") \(clock(position)) / \(clock(duration))"
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

/// The commands of keys; those that mean nothing are left out.
private func parse(_ bytes: [UInt8]) -> [Player.Command] {
  var commands: [Player.Command] = []
  var rest = bytes[...]
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: " "): commands.append(.togglePause)
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): commands.append(.quit)
    case UInt8(ascii: ","): commands.append(.step(frames: -1))
    case UInt8(ascii: "."): commands.append(.step(frames: 1))
    case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
      rest.removeFirst()
      switch rest.popFirst() {
      case UInt8(ascii: "C"): commands.append(.skip(MediaTime(5)))
      case UInt8(ascii: "D"): commands.append(.skip(MediaTime(-5)))
      case UInt8(ascii: "H"): commands.append(.seek(.zero))
      case UInt8(ascii: "F"): commands.append(.seekToEnd)
      // Home and end of older terminals: ESC [ 1 ~ and ESC [ 4 ~.
      case UInt8(ascii: "1"), UInt8(ascii: "7"):
        rest = rest.dropFirst()
        commands.append(.seek(.zero))
      case UInt8(ascii: "4"), UInt8(ascii: "8"):
        rest = rest.dropFirst()
        commands.append(.seekToEnd)
      default: break
      }
    default: break
    }
  }
  return commands
}
