public import MediaTime

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
/// yet calm.
struct ProgressMeter: Sendable {
  private let duration: MediaTime
  private let frameDuration: MediaTime
  private var samples: [(elapsed: Double, time: Double)] = [(0, 0)]
  private var latest: MediaTime = .zero

  /// More are thinned out.
  private static let sampleLimit = 2_000
  /// Before that, start-up weighs too much.
  private static let shortest = 1.0

  init(duration: MediaTime, frameDuration: MediaTime) {
    self.duration = duration
    self.frameDuration = frameDuration
  }

  /// Takes note of what has been rendered after `elapsed` seconds.
  mutating func record(_ time: MediaTime, elapsed: Double, bytes: Int64) -> ExportProgress {
    latest = max(latest, min(time, duration))
    samples.append((elapsed, latest.seconds))
    if samples.count > Self.sampleLimit {
      samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
    let rate = rate(at: elapsed)
    let left = elapsed >= Self.shortest && rate > 0 ? (duration - latest).seconds / rate : nil
    return ExportProgress(
      // The header and the disk come after the last frame.
      fractionCompleted: min(0.999, (latest / duration).seconds), time: latest, duration: duration,
      framesRendered: latest.rounded(in: frameDuration), rate: rate,
      timeLeft: left.map { .seconds($0) }, bytesWritten: bytes)
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

  private func rate(at elapsed: Double) -> Double {
    guard let last = samples.last, elapsed > 0 else { return 0 }
    let index = samples.partitioningIndex { $0.elapsed >= elapsed / 2 }
    let first = samples[min(index, max(0, samples.count - 2))]
    let span = last.elapsed - first.elapsed
    return span > 0 ? (last.time - first.time) / span : 0
  }
}

extension Array {
  /// The index of the first element for which `isLater` holds, in an array sorted by that.
  fileprivate func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
