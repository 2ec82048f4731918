import CutawayContainers
public import CutawayTime
import CutawayTranslation

/// The progress of an export.
public struct ExportProgress: Sendable, Hashable, Codable {
  /// The completed fraction, from 0 to 1; it never decreases, and is 1 only when the file is
  /// complete.
  public var fractionCompleted: Double
  /// The rendered time, from 0 to ``duration``.
  public var time: MediaTime
  /// The total length of the output.
  public var duration: MediaTime
  /// The number of frames in the rendered time.
  public var framesRendered: Int64
  /// The recent speed, in seconds of the composition per second of work.
  public var rate: Double
  /// The estimated remaining time; `nil` if it is not known yet.
  public var timeLeft: Duration?
  /// The current size of the file in bytes.
  public var bytesWritten: Int64

  /// Creates the progress of work that is not one export, such as that of all parts.
  public init(
    fractionCompleted: Double, time: MediaTime, duration: MediaTime, framesRendered: Int64,
    rate: Double, timeLeft: Duration?, bytesWritten: Int64
  ) {
    self.fractionCompleted = fractionCompleted
    self.time = time
    self.duration = duration
    self.framesRendered = framesRendered
    self.rate = rate
    self.timeLeft = timeLeft
    self.bytesWritten = bytesWritten
  }
}

/// Computes progress from the rendered times.
///
/// The rate is that of the later half of the elapsed time: it adapts soon when frames become more
/// complex, and is stable. The remaining time is computed from work, not from length: see
/// ``ExportWork``.
struct ProgressMeter: Sendable {
  private let duration: MediaTime
  private let work: ExportWork
  private let frameDuration: MediaTime
  /// How often the composition is rendered, one file after the other.
  private let passes: Int
  private var samples: [(elapsed: Double, time: Double)] = [(0, 0)]
  private var latest: MediaTime = .zero

  /// The number of samples above which they are thinned out.
  private static let sampleLimit = 2_000
  /// The minimum span in seconds: before that, start-up distorts the rate.
  private static let shortest = 1.0

  init(_ translation: Translation, passes: Int = 1) {
    self.passes = max(1, passes)
    duration = translation.duration
    frameDuration = translation.resolved.frameDuration
    work = ExportWork(translation.movements, duration: translation.duration)
  }

  /// Records the time that was rendered after `elapsed` seconds.
  ///
  /// With several passes, each of them counts as a part of the composition.
  mutating func record(
    _ time: MediaTime, ofPass pass: Int = 0, elapsed: Double, bytes: Int64
  ) -> ExportProgress {
    let done =
      passes == 1 ? time : (duration * pass + min(time, duration)) / MediaTime(Int64(passes))
    latest = max(latest, min(done, duration))
    samples.append((elapsed, latest.seconds))
    if samples.count > Self.sampleLimit {
      samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
    let late = lateHalf(at: elapsed)
    let workRate = late.rate { work.done(at: $0) }
    let left = work.total - work.done(at: latest.seconds)
    return ExportProgress(
      // The header and the sync to disk follow the last frame.
      fractionCompleted: min(0.999, (latest / duration).seconds), time: latest, duration: duration,
      framesRendered: latest.rounded(in: frameDuration), rate: late.rate { $0 },
      timeLeft: elapsed >= Self.shortest && workRate > 0 ? .seconds(left / workRate) : nil,
      bytesWritten: bytes)
  }

  /// The progress of a complete file.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the start.
  ///   - bytes: The size of the file.
  ///   - isCut: Whether the output ends before the composition does.
  /// - Returns: The last progress.
  mutating func completed(elapsed: Double, bytes: Int64, isCut: Bool) -> ExportProgress {
    if !isCut { latest = duration }
    return ExportProgress(
      fractionCompleted: 1, time: latest, duration: duration,
      framesRendered: latest.ceiled(in: frameDuration),
      rate: elapsed > 0 ? latest.seconds / elapsed : 0, timeLeft: .zero, bytesWritten: bytes)
  }

  /// A part of the elapsed time, and what was rendered in it.
  private struct Span {
    var start: (elapsed: Double, time: Double)
    var end: (elapsed: Double, time: Double)

    /// The increase of an amount per second.
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
