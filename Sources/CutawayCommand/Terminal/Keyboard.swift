import Cutaway
import CutawaySystem
import CutawayTime
import Foundation

/// Reads keys from a terminal, one at a time, or from a pipe.
final class Keyboard: Sendable {
  let keys: AsyncStream<Key>
  private let showsStatus = StandardStream.error.isTerminal
  private let terminal = TerminalKeys()

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Key.self)
    keys = stream
    let thread = Thread {
      var parser = KeyParser()
      let input = ByteInput.standard
      while true {
        // Without a limit it is always ready.
        _ = input.isReady(within: nil)
        do throws(SystemError) {
          guard let bytes = try input.read(upTo: 256) else { continue }
          if bytes.isEmpty { break }
          for key in parser.keys(of: bytes[...]) { continuation.yield(key) }
        } catch {
          // There are no more keys.
          break
        }
      }
    }
    thread.start()
  }

  /// Restores the settings of the terminal.
  func restore() {
    terminal.restore()
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
