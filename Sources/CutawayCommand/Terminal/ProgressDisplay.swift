import ArgumentParser
import Cutaway
import CutawaySystem
import CutawayTime
import Foundation
import Synchronization

/// The style of an export's progress reports.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, json, none
}

/// Shows the progress of an export on standard error.
final class ProgressDisplay: Sendable {
  private enum Form { case bar, lines, json, none }

  private struct State {
    /// The last reported multiple of ten per cent.
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
      case .auto: StandardStream.error.isTerminal ? .bar : .lines
      }
  }

  /// Exports with a session, and shows its progress and its result.
  func export(
    _ session: ExportSession, to output: String, as type: ExportFileType
  ) async throws(ExportError) {
    try await follow(session) { () throws(ExportError) in
      try await session.export(to: output, as: type)
    }
    if let summary = session.smartSummary { show(summary) }
    complete()
  }

  /// Shows which frames were copied.
  func show(_ summary: SmartSummary) {
    clear()
    switch form {
    case .none: break
    case .json: report(line: summary.json)
    case .bar, .lines: tell("\(summary)")
    }
  }

  /// Shows the progress of a session during its work.
  func follow<Result>(
    _ session: ExportSession, during work: () async throws(ExportError) -> Result
  ) async throws(ExportError) -> Result {
    let follower = follow(session)
    do throws(ExportError) {
      let result = try await work()
      await follower.value
      return result
    } catch {
      await follower.value
      clear()
      throw error
    }
  }

  /// Shows the progress of a session until it ends.
  private func follow(_ session: ExportSession) -> Task<Void, Never> {
    let states = session.states()
    return Task { for await state in states { show(state) } }
  }

  /// Shows a warning above the progress.
  @Sendable func show(_ warning: Warning) {
    clear()
    tell(warning)
  }

  private func show(_ state: ExportSession.State) {
    if case .exporting(let progress) = state, progress.duration > .zero { show(progress) }
  }

  /// Shows the progress of work that is not a session.
  func show(_ progress: ExportProgress) {
    switch form {
    case .none: break
    case .json: writeJSON(progress)
    case .bar: draw(progress)
    case .lines: tellStep(progress)
    }
  }

  private func tellStep(_ progress: ExportProgress) {
    let step = Int(progress.fractionCompleted * 10)
    let isNew = state.withLock { state in
      defer { state.lastStep = max(state.lastStep, step) }
      return step > state.lastStep
    }
    guard isNew, step < 10 else { return }
    let left = progress.timeLeft.map { ", \(clock($0)) left" } ?? ""
    tell("\(step * 10) %, \(oneDecimal(progress.rate))x\(left)")
  }

  private func writeJSON(_ progress: ExportProgress) {
    let left = progress.timeLeft.map { "\(oneDecimal($0 / .seconds(1)))" } ?? "null"
    // Programs read this line.
    let line = """
      {"fraction":\(progress.fractionCompleted),"time":\(progress.time.seconds),\
      "duration":\(progress.duration.seconds),"frames":\(progress.framesRendered),\
      "speed":\(progress.rate),"secondsLeft":\(left),"bytes":\(progress.bytesWritten)}
      """
    report(line: line)
  }

  private func draw(_ progress: ExportProgress) {
    let line = ProgressBar(width: terminalWidth()).line(
      fraction: progress.fractionCompleted,
      facts: [
        "\(Int(progress.fractionCompleted * 100)) %", progress.timeLeft.map { "\(clock($0)) left" },
        "\(oneDecimal(progress.rate))x", size(progress.bytesWritten),
        "\(progress.framesRendered) frames",
      ].compactMap(\.self))
    // To avoid flicker, one write overwrites the old line and clears its rest.
    state.withLock { state in
      state.isBarShown = true
      display("\r\(line)\u{1B}[K")
    }
  }

  /// Removes the bar.
  private func clear() {
    state.withLock { state in
      if state.isBarShown { display("\r\u{1B}[K") }
      state.isBarShown = false
    }
  }

  /// Reports the result.
  func complete() {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    end(with: "wrote \(output) in \(oneDecimal(elapsed)) s")
  }

  /// Ends the display with a message for people.
  func end(with message: String) {
    clear()
    if form == .bar || form == .lines { tell(message) }
  }
}

/// A line that fits into a terminal.
struct ProgressBar {
  /// The width in columns.
  var width: Int

  /// The bar, followed by as many facts as fit, in order.
  func line(fraction: Double, facts: [String]) -> String {
    // The last column stays empty, because some terminals wrap there.
    let room = max(0, width - 1)
    var tail = ""
    for fact in facts {
      let longer = tail.isEmpty ? fact : tail + "  " + fact
      if longer.count > room { break }
      tail = longer
    }
    let length = min(40, room - tail.count - 3)
    guard length >= 5 else { return tail }
    let filled = Int(fraction * Double(length))
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "·", count: length - filled) + "] " + tail
  }
}

private func oneDecimal(_ number: Double) -> Double { (number * 10).rounded() / 10 }

/// Minutes and seconds, and hours if necessary.
private func clock(_ duration: Duration) -> String {
  let seconds = Int((duration / .seconds(1)).rounded())
  let minutes = seconds / 60, rest = seconds % 60
  func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
  return minutes < 60
    ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
}

private func size(_ bytes: Int64) -> String { "\(oneDecimal(Double(bytes) / 1e6)) MB" }

func terminalWidth() -> Int { Terminal.width ?? 80 }
