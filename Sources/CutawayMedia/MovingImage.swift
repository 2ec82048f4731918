import CutawayElementBridge
package import CutawayElementKit
import Synchronization

/// The frames of a film or of an animated image, one at a time, in any order.
package final class MovingImage: Sendable {
  private let location: String
  /// The first frame.
  package let first: StillPixels
  /// Whether there is only one frame.
  package let isStill: Bool
  private let state: Mutex<State>

  private struct State: Sendable {
    var reader: MediaReader
    /// The frame at the position.
    var shown: MediaSample
    /// The frame after it; `nil` at the end.
    var next: MediaSample?
    /// The end of the last frame in nanoseconds, as soon as it has been read.
    var end: Int64?
  }

  /// The distance in nanoseconds from which a seek is better than reading on.
  private static let seekDistance: Int64 = 2_000_000_000

  /// Opens a file, and reads its first frame.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `ElementError`, which names the file.
  package init(at location: String) throws(ElementError) {
    self.location = location
    if let path = localPath(location), let excess = ImageHeader(path: path)?.excess {
      throw ElementError("the image \(location) \(excess)", code: .unreadable)
    }
    let reader = Self.reader(location, at: 0)
    let sample = try Self.read(reader, location)
    guard let sample, let pixels = StillPixels(sample) else {
      reader.close()
      throw ElementError("\(location) contains no image", code: .unreadable)
    }
    first = pixels
    isStill = reader.isStill
    let next = isStill ? nil : try Self.read(reader, location)
    if isStill { reader.close() }
    state = Mutex(
      State(reader: reader, shown: sample, next: next, end: next == nil ? sample.end : nil))
  }

  deinit { state.withLock { $0.reader.close() } }

  /// The start of the frame at a time; before the first frame and after the last one, that of these.
  ///
  /// - Parameters:
  ///   - time: The time in nanoseconds.
  ///   - loops: Whether the image starts again at its end.
  /// - Returns: The start in nanoseconds, which identifies the frame.
  /// - Throws: `ElementError` if the file cannot be read.
  package func start(at time: Int64, loops: Bool) throws(ElementError) -> Int64 {
    if isStill { return 0 }
    let result = state.withLock { state -> Result<Int64, ElementError> in
      Result { () throws(ElementError) in
        var time = max(0, time)
        if loops, let end = state.end, end > 0 { time %= end }
        try move(&state, to: time)
        // Only now the end may be known.
        if loops, state.next == nil, let end = state.end, end > 0, time >= end {
          try move(&state, to: time % end)
        }
        return state.shown.start
      }
    }
    return try result.get()
  }

  /// The pixels of the frame that starts at a time in nanoseconds.
  ///
  /// - Throws: `ElementError` if the file cannot be read.
  package func pixels(from start: Int64) throws(ElementError) -> StillPixels {
    if isStill { return first }
    let result = state.withLock { state -> Result<StillPixels, ElementError> in
      Result { () throws(ElementError) in
        try move(&state, to: start)
        guard let pixels = StillPixels(state.shown) else {
          throw ElementError("a frame of \(location) is not readable", code: .unreadable)
        }
        return pixels
      }
    }
    return try result.get()
  }

  /// Makes the frame at a time the shown one.
  private func move(_ state: inout State, to time: Int64) throws(ElementError) {
    let isFar = state.next.map { time > $0.start + Self.seekDistance } ?? false
    if time < state.shown.start || isFar {
      try reopen(&state, at: time)
      // Some files cannot be sought in, and nothing follows their end.
      if state.shown.start > time, time > 0 { try reopen(&state, at: 0) }
    }
    while let next = state.next, next.start <= time {
      let following = try Self.read(state.reader, location)
      if following == nil { state.end = next.end }
      (state.shown, state.next) = (next, following)
    }
  }

  private func reopen(_ state: inout State, at time: Int64) throws(ElementError) {
    state.reader.close()
    state.reader = Self.reader(location, at: time)
    var sample = try Self.read(state.reader, location)
    if sample == nil, time > 0 {
      state.reader.close()
      state.reader = Self.reader(location, at: 0)
      sample = try Self.read(state.reader, location)
    }
    guard let sample else {
      throw ElementError("\(location) contains no image", code: .unreadable)
    }
    let next = try Self.read(state.reader, location)
    if next == nil { state.end = sample.end }
    (state.shown, state.next) = (sample, next)
  }

  private static func reader(_ location: String, at time: Int64) -> MediaReader {
    MediaReader(.init(location: location, trackIndex: 0, output: .video), from: time)
  }

  /// The next frame; `nil` at the end.
  private static func read(
    _ reader: MediaReader, _ location: String
  ) throws(ElementError) -> MediaSample? {
    let reading: MediaReader.Reading
    do throws(ElementError) {
      reading = try reader.next()
    } catch {
      throw ElementError("cannot read the image \(location): \(error)", code: error.code)
    }
    if case .sample(let sample) = reading { return sample }
    return nil
  }
}

extension MediaSample {
  /// The end in nanoseconds; without a duration, that of the frame rate, or a tenth of a second.
  fileprivate var end: Int64 {
    let length =
      duration
      ?? (frameRate.numerator > 0
        ? 1_000_000_000 * Int64(frameRate.denominator) / Int64(frameRate.numerator) : 100_000_000)
    return start + length
  }
}
