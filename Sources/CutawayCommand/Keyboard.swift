import Cutaway
import CutawayTime
import Foundation

/// Reads keys from a terminal, one at a time, or from a pipe.
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
      var parser = KeyParser()
      var bytes = [UInt8](repeating: 0, count: 256)
      while true {
        let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        for key in parser.keys(of: bytes[..<count]) { continuation.yield(key) }
      }
    }
    thread.start()
  }

  /// Restores the settings of the terminal.
  func restore() {
    var settings = saved
    if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    clearStatus()
  }

  func clearStatus() {
    if showsStatus { display("\r\u{1B}[K") }
  }

  func show(_ status: Player.Status) {
    guard showsStatus else { return }
    let rate = status.rate == 1 ? "" : "  \((status.rate * 100).rounded() / 100)x"
    let dropped = status.droppedFrames == 0 ? "" : "  \(status.droppedFrames) dropped"
    let line =
      "\(status.isPlaying ? ">" : "=") \(clock(status.time)) / \(clock(status.duration))"
      + "\(rate)\(dropped)"
    // The last column stays empty, because some terminals wrap there.
    let text = "\r\(line.prefix(max(0, terminalWidth() - 1)))\u{1B}[K"
    display(text)
  }
}

private func clock(_ time: MediaTime) -> String {
  let hundredths = time.floored(in: MediaTime(1, over: 100))
  func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let seconds = hundredths / 100
  return
    "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths % 100))"
}
