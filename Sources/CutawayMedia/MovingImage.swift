import CutawayElementBridge
package import CutawayElementKit
package import CutawayTime
import Synchronization

/// The frames of a film or of an animated image, one at a time, in any order.
package final class MovingImage: Sendable {
  private let location: String
  /// The first frame.
  package let first: StillPixels
  /// Whether there is only one frame.
  package let isStill: Bool
  private let state: Mutex<State>

  fileprivate struct State: Sendable {
    var cursor: FrameCursor<MediaReader>
    /// The frame that was looked for last, and its identity.
    var shown: (sample: MediaSample, identity: Int64)
    /// The end of the last frame, as soon as it is known.
    var end: MediaTime?
  }

  /// Opens a file, and reads its first frame.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `ElementError`, which names the file.
  package init(at location: String) throws(ElementError) {
    self.location = location
    if let path = localPath(location), let excess = ImageHeader(path: path)?.excess {
      throw ElementError("the image \(location) \(excess)", code: .unreadable)
    }
    var cursor = Self.open(location)
    let shown: (sample: MediaSample, identity: Int64), pixels: StillPixels
    do throws(ElementError) {
      shown = try Self.find(in: &cursor, location) { cursor throws(ElementError) in
        try cursor.frame(at: .zero)
      }
      pixels = try Self.pixels(of: shown.sample, location)
    } catch {
      cursor.reader.close()
      throw error
    }
    first = pixels
    isStill = cursor.reader.isStill
    if isStill { cursor.reader.close() }
    state = Mutex(State(cursor: cursor, shown: shown))
  }

  deinit { state.withLock { $0.cursor.reader.close() } }

  /// The frame at a time; before the first frame and after the last one, that one.
  ///
  /// - Parameters:
  ///   - time: The time of the film.
  ///   - loops: Whether the image starts again at its end.
  /// - Returns: A number that identifies the frame.
  /// - Throws: `ElementError` if the file cannot be read.
  package func frame(at time: MediaTime, loops: Bool) throws(ElementError) -> Int64 {
    if isStill { return 0 }
    return try withState { state throws(ElementError) in
      let shown = try show(&state, at: state.time(time, loops: loops))
      // Only now the end may be known.
      guard loops, state.end == nil, let end = state.cursor.end else { return shown }
      state.end = end
      return time < end ? shown : try show(&state, at: state.time(time, loops: true))
    }
  }

  /// The pixels of a frame.
  ///
  /// - Parameter frame: What ``frame(at:loops:)`` returned.
  /// - Returns: The pixels.
  /// - Throws: `ElementError` if the file cannot be read.
  package func pixels(of frame: Int64) throws(ElementError) -> StillPixels {
    if isStill { return first }
    return try withState { state throws(ElementError) in
      if state.shown.identity != frame {
        state.shown = try Self.find(in: &state.cursor, location) { cursor throws(ElementError) in
          try cursor.frame(of: MediaTime(nanoseconds: frame))
        }
      }
      return try Self.pixels(of: state.shown.sample, location)
    }
  }

  /// Finds the frame at a time, and returns its identity.
  private func show(_ state: inout State, at time: MediaTime) throws(ElementError) -> Int64 {
    state.shown = try Self.find(in: &state.cursor, location) { cursor throws(ElementError) in
      try cursor.frame(at: time)
    }
    return state.shown.identity
  }

  private func withState<Result: Sendable>(
    _ body: (inout State) throws(ElementError) -> Result
  ) throws(ElementError) -> Result {
    let result = state.withLock { state in
      Swift.Result { () throws(ElementError) in try body(&state) }
    }
    return try result.get()
  }

  private static func open(_ location: String) -> FrameCursor<MediaReader> {
    let request = MediaReader.Request(location: location, trackIndex: 0, output: .video)
    let picture = MediaIndex.picture(of: request)
    return FrameCursor(MediaReader(request, from: 0), by: picture, from: .zero)
  }

  /// Finds a frame, and names the file in errors.
  private static func find(
    in cursor: inout FrameCursor<MediaReader>, _ location: String,
    _ body: (inout FrameCursor<MediaReader>) throws(ElementError) -> FrameCursor<MediaReader>.Result
  ) throws(ElementError) -> (sample: MediaSample, identity: Int64) {
    let result: FrameCursor<MediaReader>.Result
    do throws(ElementError) {
      do throws(ElementError) {
        result = try body(&cursor)
      } catch {
        guard cursor.reader.mayRecover else { throw error }
        cursor.reader.close()
        cursor = open(location)
        result = try body(&cursor)
      }
    } catch {
      throw ElementError("cannot read the image \(location): \(error)", code: error.code)
    }
    guard case .frame(let sample) = result else {
      throw ElementError("reading the image \(location) was interrupted", code: .unreadable)
    }
    // The exact time lies between two nanoseconds; the later one is still that of the frame.
    return (sample, cursor.time(of: sample).ceiled(in: MediaTime(nanoseconds: 1)))
  }

  private static func pixels(
    of sample: MediaSample, _ location: String
  ) throws(ElementError) -> StillPixels {
    guard let pixels = StillPixels(sample) else {
      throw ElementError("a frame of \(location) is not readable", code: .unreadable)
    }
    return pixels
  }
}

extension MovingImage.State {
  /// A time of the film from 0 on, within it if it loops and its end is known.
  fileprivate func time(_ time: MediaTime, loops: Bool) -> MediaTime {
    let time = max(.zero, time)
    guard loops, let end, end > .zero else { return time }
    return time - end * Int(time.floored(in: end))
  }
}
