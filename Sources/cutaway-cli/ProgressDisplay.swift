import ArgumentParser
import Cutaway
import Foundation
import MediaTime
import Synchronization

/// How an export tells how far it is.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, json, none
}

/// Shows the progress of an export on standard error.
final class ProgressDisplay: Sendable {
  private enum Form { case bar, lines, json, none }

  private struct State {
    var lastFraction = 0.0
    /// The last multiple of ten per cent told.
    var lastStep = 0
    var isBarShown = false
  }

  private let form: Form
  private let output: String
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ style: ProgressStyle, output: String) {
    self.output = output
    form =
      switch style {
      case .json: .json
      case .none: .none
      case .auto: isatty(STDERR_FILENO) != 0 ? .bar : .lines
      }
  }

  func show(_ event: Exporter.Event) {
    switch event {
    case .warning(let message):
      clear()
      tell("warning: \(message)")
    case .progress(let progress): show(progress)
    }
  }

  private func show(_ progress: Exporter.Progress) {
    let fraction = state.withLock { state in
      state.lastFraction = max(state.lastFraction, progress.fraction)
      return state.lastFraction
    }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let speed = elapsed > 0 ? progress.time.seconds / elapsed : 0
    let left = fraction > 0.01 ? elapsed / fraction - elapsed : nil
    switch form {
    case .none: break
    case .json: writeJSON(progress, fraction: fraction, speed: speed, left: left)
    case .bar: drawBar(progress, fraction: fraction, speed: speed, left: left)
    case .lines:
      let step = Int(fraction * 10)
      let isNew = state.withLock { state in
        defer { state.lastStep = max(state.lastStep, step) }
        return step > state.lastStep
      }
      if isNew { tell("\(step * 10) %  \(oneDecimal(speed))x") }
    }
  }

  private func writeJSON(
    _ progress: Exporter.Progress, fraction: Double, speed: Double, left: Double?
  ) {
    let time = progress.time.seconds, duration = progress.duration.seconds
    let rest = left.map { "\($0)" } ?? "null"
    tell(
      """
      {"fraction":\(fraction),"time":\(time),"duration":\(duration),\
      "frames":\(progress.framesDone),"speed":\(speed),"secondsLeft":\(rest)}
      """)
  }

  private func drawBar(
    _ progress: Exporter.Progress, fraction: Double, speed: Double, left: Double?
  ) {
    let rest = left.map { "\(Int($0.rounded())) s left" } ?? ""
    let tail =
      " \(Int(fraction * 100)) %  \(progress.framesDone) frames  \(oneDecimal(speed))x  \(rest)"
    let room = max(0, min(40, terminalWidth() - tail.count - 3))
    let filled = Int(fraction * Double(room))
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: room - filled)
    state.withLock { $0.isBarShown = true }
    write("\r\u{1B}[K" + (room > 4 ? "[\(bar)]" : "") + tail)
  }

  /// Takes the bar away.
  private func clear() {
    let wasShown = state.withLock { state in
      defer { state.isBarShown = false }
      return state.isBarShown
    }
    if wasShown { write("\r\u{1B}[K") }
  }

  func complete() {
    clear()
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    if form == .bar || form == .lines { tell("wrote \(output) in \(oneDecimal(elapsed)) s") }
  }

  func fail() { clear() }
  func finish() { clear() }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

private func oneDecimal(_ number: Double) -> Double { (number * 10).rounded() / 10 }

private func terminalWidth() -> Int {
  var size = winsize()
  let result = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
  return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
}
