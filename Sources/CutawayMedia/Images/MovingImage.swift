import CutawayContainers
import CutawayElementBridge
package import CutawayElementKit
package import CutawayKeyframes
import CutawaySources
package import CutawayTime
import Synchronization

/// The frames of a film or of an animated image, one at a time, in any order.
package final class MovingImage: Sendable {
  private let source: MediaSource
  /// How frames are turned.
  private let orientation: Orientation
  /// The first frame.
  package let first: StillImage
  /// Whether there is only one frame.
  package let isStill: Bool
  /// The frames by the index; `nil` if there is none.
  private let picture: MediaIndex.Picture?
  private let state: Mutex<State>

  private struct State: Sendable {
    var cursor: FrameCursor<MediaReader>
    /// The frame that was read last, and what identifies it.
    var shown: (sample: MediaSample, identity: Int64)
    /// The end of the last frame, as soon as it is known.
    var end: MediaTime?
  }

  /// Opens a file, and reads its first frame.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - turnsUpright: Whether frames are turned as the file states; otherwise they are as stored.
  /// - Throws: `ElementError`, which names the file.
  package init(at location: String, turnsUpright: Bool = true) throws(ElementError) {
    let source = MediaSource(text: location)
    self.source = source
    if let path = localPath(location), let fault = PictureMetadata(path: path)?.fault {
      throw ElementError(image: source, fault)
    }
    orientation = turnsUpright ? statedOrientation(of: location) ?? .identity : .identity
    var cursor = Self.open(source, at: .zero)
    picture = cursor.picture
    let begin = FrameCursor<MediaReader>.readingStart(of: .zero, by: cursor.picture)
    let sample: MediaSample
    do throws(ElementError) {
      sample = try Self.frame(of: begin, &cursor, source)
      first = try Self.pixels(of: sample, source).turned(by: orientation)
    } catch {
      cursor.reader.close()
      throw error
    }
    isStill = cursor.reader.isStill
    if isStill { cursor.reader.close() }
    state = Mutex(
      State(cursor: cursor, shown: (sample, Self.identity(of: cursor.time(of: sample)))))
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
    func place(_ end: MediaTime?) -> MediaTime {
      let time = max(.zero, time)
      guard loops, let end, end > .zero else { return time }
      return time - end * Int(time.floored(in: end))
    }
    if let picture { return Self.identity(of: picture.start(shownAt: place(picture.length))) }
    return try withState { state throws(ElementError) in
      let shown = try show(&state, at: place(state.end))
      // Only now the end may be known.
      guard loops, state.end == nil, let end = state.cursor.end else { return shown }
      state.end = end
      return time < end ? shown : try show(&state, at: place(end))
    }
  }

  /// The pixels of a frame.
  ///
  /// - Parameter frame: What ``frame(at:loops:)`` returned.
  /// - Returns: The pixels.
  /// - Throws: `ElementError` if the file cannot be read.
  package func pixels(of frame: Int64) throws(ElementError) -> StillImage {
    if isStill { return first }
    let time =
      picture.map { $0.time(of: $0.nearestFrame(to: frame)) } ?? MediaTime(nanoseconds: frame)
    return try withState { state throws(ElementError) in
      if state.shown.identity != frame {
        state.shown = (try Self.frame(of: time, &state.cursor, source), frame)
      }
      return try Self.pixels(of: state.shown.sample, source).turned(by: orientation)
    }
  }

  /// The starts and the durations of all frames, in nanoseconds; a film's are not read.
  ///
  /// - Parameter limit: The maximum number of frames.
  /// - Returns: The times, at least those of the first frame.
  /// - Throws: `ElementError` if the file cannot be read.
  package func frameTimes(
    upTo limit: Int = 100_000
  ) throws(ElementError) -> [(start: Int64, duration: Int64)] {
    guard !isStill, picture == nil else { return [(0, 0)] }
    let reader = Self.open(source, at: .zero).reader
    defer { reader.close() }
    var times: [(start: Int64, duration: Int64)] = []
    while times.count < limit, case .sample(let sample) = try reader.next() {
      times.append((sample.start, sample.duration ?? 0))
    }
    return times
  }

  /// Reads the frame at a time, and returns its identity.
  private func show(_ state: inout State, at time: MediaTime) throws(ElementError) -> Int64 {
    let sample = try Self.frame(of: time, &state.cursor, source)
    state.shown = (sample, Self.identity(of: state.cursor.time(of: sample)))
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

  // MARK: Reading

  /// Opens a file at a time of ``FrameCursor/frame(of:)``.
  private static func open(_ source: MediaSource, at time: MediaTime) -> FrameCursor<MediaReader> {
    var request = MediaReader.Request(source, trackIndex: 0, output: .video)
    // Images have 8 bits of R'G'B', which 8 bits of Y'CbCr do not represent.
    if MediaIndex.of(request.location) == nil {
      request.frames = FrameFormat(bitDepth: 10)
      request.layout = "video/x-raw,format=RGBA,colorimetry=sRGB"
    }
    let reader = MediaReader(request, from: time.nanoseconds)
    return FrameCursor(reader, by: MediaIndex.picture(of: request), readingFrom: time)
  }

  /// Finds a frame, and names the file in errors.
  private static func frame(
    of time: MediaTime, _ cursor: inout FrameCursor<MediaReader>, _ source: MediaSource
  ) throws(ElementError) -> MediaSample {
    let result: FrameCursor<MediaReader>.Result
    do throws(ElementError) {
      result = try cursor.frame(of: time) { open(source, at: $0) }
    } catch {
      throw ElementError(image: source, error.description, code: error.code)
    }
    guard case .frame(let sample) = result else {
      throw ElementError(image: source, "reading was interrupted")
    }
    return sample
  }

  /// The exact time of a frame lies between two nanoseconds; the later one is still that of the frame.
  private static func identity(of time: MediaTime) -> Int64 {
    time.ceiled(in: MediaTime(nanoseconds: 1))
  }

  private static func pixels(
    of sample: MediaSample, _ source: MediaSource
  ) throws(ElementError) -> StillImage {
    guard let pixels = StillImage(sample) else {
      throw ElementError(image: source, "a frame of it is not readable")
    }
    return pixels
  }
}
