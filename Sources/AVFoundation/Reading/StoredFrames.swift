import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// The decoded frames of a track as its files store them, one segment after the other.
final class StoredFrames: SampleSource {
  private let parts: [StoredPart]
  private let layout: FrameLayout
  private let state = Monitor(State())

  private struct State {
    /// The part that is read.
    var index = 0
    /// Where it is read; only the thread that asks for samples changes it.
    var place: Place?
    var isCancelled = false
  }

  /// A place in a part.
  private struct Place {
    var cursor: FrameCursor<MediaReader>
    /// The time of the source from which on frames have not been delivered.
    var time: MediaTime
  }

  /// - Parameters:
  ///   - parts: In order of time, without empty ones.
  ///   - layout: The layout of the frames.
  init(_ parts: [StoredPart], _ layout: FrameLayout) { (self.parts, self.layout) = (parts, layout) }

  func cancel() {
    let reader = state.update { state in
      state.isCancelled = true
      return state.place?.cursor.reader
    }
    reader?.interrupt()
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    while let (part, start) = try current() {
      var place = start
      let source = part.mapping.source, time = place.time
      guard time < source.end else {
        advance()
        continue
      }
      let sample = try frame(&place, of: part)
      var end = place.cursor.change(after: time) ?? source.end
      // Without an index, only now it is known where the first frame starts.
      let first = place.cursor.picture == nil ? place.cursor.time(of: sample) : time
      if first > time { end = first }
      // The film ends earlier than its segment.
      guard end > time else {
        advance()
        continue
      }
      place.time = end
      let isMissing = first > time || place.cursor.lacksFrame(at: time)
      keep { $0 = place }
      if isMissing { continue }
      let begin = part.mapping.targetTime(of: time)
      return try frameSample(
        sample, layout, at: begin,
        lasting: part.mapping.targetTime(of: min(end, source.end)) - begin)
    }
    return nil
  }

  /// The frame at a place.
  private func frame(
    _ place: inout Place, of part: StoredPart
  ) throws(AVError) -> MediaSample {
    let picture = place.cursor.picture
    let time = FrameCursor<MediaReader>.readingStart(of: place.time, by: picture)
    let result: FrameCursor<MediaReader>.Result
    do throws(ElementError) {
      result = try place.cursor.frame(of: time) { time in
        let cursor = open(part, by: picture, at: time)
        keep { $0?.cursor = cursor }
        return cursor
      }
    } catch {
      throw AVError(.decodeFailed, "'\(part.location)': \(error)")
    }
    guard case .frame(let sample) = result else { throw AVError(.operationCancelled) }
    return sample
  }

  /// The part that is read, and the place in it; `nil` after the last one.
  private func current() throws(AVError) -> (StoredPart, Place)? {
    let (index, known, isCancelled) = state.update { ($0.index, $0.place, $0.isCancelled) }
    if isCancelled { throw AVError(.operationCancelled) }
    guard index < parts.count else { return nil }
    let part = parts[index]
    if let known { return (part, known) }
    let picture = MediaIndex.picture(of: request(for: part))
    let start = max(part.mapping.source.start, picture?.start ?? .zero)
    let reading = FrameCursor<MediaReader>.readingStart(of: start, by: picture)
    let place = Place(cursor: open(part, by: picture, at: reading), time: start)
    keep { $0 = place }
    return (part, place)
  }

  /// Changes the place that is read; a reader that has been cancelled meanwhile does not wait.
  private func keep(_ change: (inout Place?) -> Void) {
    let cancelled = state.update { state in
      change(&state.place)
      return state.isCancelled ? state.place?.cursor.reader : nil
    }
    cancelled?.interrupt()
  }

  private func request(for part: StoredPart) -> MediaReader.Request {
    var request = MediaReader.Request(
      location: part.location, trackIndex: part.trackIndex, output: .video,
      colorimetry: part.colorimetry, frames: layout.frames)
    request.layout = layout.caps
    return request
  }

  /// Opens a part at a time of the cursor.
  private func open(
    _ part: StoredPart, by picture: MediaIndex.Picture?, at time: MediaTime
  ) -> FrameCursor<MediaReader> {
    FrameCursor(
      MediaReader(request(for: part), from: time.nanoseconds), by: picture, readingFrom: time)
  }

  private func advance() {
    let reader = state.update { state in
      defer { state.place = nil }
      state.index += 1
      return state.place?.cursor.reader
    }
    reader?.close()
  }
}
