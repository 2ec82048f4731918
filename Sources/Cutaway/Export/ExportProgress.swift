import CutawayGraph
public import CutawayTime

/// How far an export is.
public struct ExportProgress: Sendable, Hashable {
  /// 0…1; never goes back, and is 1 only when the file is complete.
  public var fractionCompleted: Double
  /// The time of the composition that has been rendered.
  public var time: MediaTime
  /// How long what is rendered lasts.
  public var duration: MediaTime
  public var framesRendered: Int64
  /// Seconds of the composition per second of work, of late.
  public var rate: Double
  /// How long it will still take; `nil` where that cannot be told yet.
  public var timeLeft: Duration?
  /// The size of the file so far.
  public var bytesWritten: Int64
}

/// Tells progress from what has been rendered when.
///
/// The rate is that of the later half of the time so far: soon right when the film gets harder, and
/// yet calm. The time left is told by work, not by length: see ``ExportWork``.
struct ProgressMeter: Sendable {
  private let duration: MediaTime
  private let work: ExportWork
  private let frameDuration: MediaTime
  private var samples: [(elapsed: Double, time: Double)] = [(0, 0)]
  private var latest: MediaTime = .zero

  /// More are thinned out.
  private static let sampleLimit = 2_000
  /// Before that, start-up weighs too much.
  private static let shortest = 1.0

  init(_ translation: Translation) {
    duration = translation.duration
    frameDuration = translation.resolved.frameDuration
    work = ExportWork(translation.movements, duration: translation.duration)
  }

  /// Takes note of what has been rendered after `elapsed` seconds.
  mutating func record(_ time: MediaTime, elapsed: Double, bytes: Int64) -> ExportProgress {
    latest = max(latest, min(time, duration))
    samples.append((elapsed, latest.seconds))
    if samples.count > Self.sampleLimit {
      samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
    let late = lateHalf(at: elapsed)
    let workRate = late.rate { work.done(at: $0) }
    let left = work.total - work.done(at: latest.seconds)
    return ExportProgress(
      // The header and the disk come after the last frame.
      fractionCompleted: min(0.999, (latest / duration).seconds), time: latest, duration: duration,
      framesRendered: latest.rounded(in: frameDuration), rate: late.rate { $0 },
      timeLeft: elapsed >= Self.shortest && workRate > 0 ? .seconds(left / workRate) : nil,
      bytesWritten: bytes)
  }

  /// What is told of a complete file.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the start.
  ///   - bytes: The size of the file.
  ///   - isCut: Whether it ends before the composition does.
  /// - Returns: The last progress.
  mutating func completed(elapsed: Double, bytes: Int64, isCut: Bool) -> ExportProgress {
    if !isCut { latest = duration }
    return ExportProgress(
      fractionCompleted: 1, time: latest, duration: duration,
      framesRendered: latest.ceiled(in: frameDuration),
      rate: elapsed > 0 ? latest.seconds / elapsed : 0, timeLeft: .zero, bytesWritten: bytes)
  }

  /// What has been done since when.
  private struct Span {
    var start: (elapsed: Double, time: Double)
    var end: (elapsed: Double, time: Double)

    /// How much more of something there is at its end, a second.
    func rate(_ amount: (Double) -> Double) -> Double {
      let length = end.elapsed - start.elapsed
      return length > 0 ? (amount(end.time) - amount(start.time)) / length : 0
    }
  }

  private func lateHalf(at elapsed: Double) -> Span {
    let index = samples.partitioningIndex { $0.elapsed >= elapsed / 2 }
    let last = samples[samples.count - 1]
    return Span(start: samples[max(0, min(index, samples.count - 2))], end: last)
  }
}

extension Array {
  /// The index of the first element for which `isLater` holds, in an array sorted by that.
  func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
