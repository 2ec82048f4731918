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
    /// Whether the file has been opened again since the last frame, after a failure.
    var isReopened = false
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
      state.update { $0.place = place }
      if isMissing { continue }
      let begin = part.mapping.targetTime(of: time)
      return try frameSample(
        sample, layout, at: begin,
        lasting: part.mapping.targetTime(of: min(end, source.end)) - begin)
    }
    return nil
  }

  /// The frame at a place; a file that a seek has broken is opened again.
  private func frame(
    _ place: inout Place, of part: StoredPart
  ) throws(AVError) -> MediaSample {
    while true {
      do throws(ElementError) {
        guard case .frame(let sample) = try place.cursor.frame(at: place.time) else { break }
        place.isReopened = false
        return sample
      } catch {
        guard place.cursor.reader.mayRecover, !place.isReopened else {
          throw AVError(.decodeFailed, "'\(part.location)': \(error)")
        }
        place.cursor.reader.close()
        place = open(part, at: place.time)
        place.isReopened = true
        try keep(place)
      }
    }
    throw AVError(.operationCancelled)
  }

  /// The part that is read, and the place in it; `nil` after the last one.
  private func current() throws(AVError) -> (StoredPart, Place)? {
    let (index, known) = state.update { ($0.index, $0.place) }
    guard index < parts.count else { return nil }
    let part = parts[index]
    let place = known ?? open(part, at: part.mapping.source.start)
    try keep(place)
    return (part, place)
  }

  /// Makes a place the one that is read.
  private func keep(_ place: Place) throws(AVError) {
    let isCancelled = state.update { state in
      state.place = place
      return state.isCancelled
    }
    if isCancelled { throw AVError(.operationCancelled) }
  }

  /// Opens a part at a time of the source.
  private func open(_ part: StoredPart, at time: MediaTime) -> Place {
    var request = MediaReader.Request(
      location: part.location, trackIndex: part.trackIndex, output: .video,
      colorimetry: part.colorimetry, frames: FrameFormat(bitDepth: layout.isDeep ? 10 : 8))
    request.layout = layout.caps
    let picture = MediaIndex.picture(of: request)
    let start = max(time, picture?.start ?? .zero)
    let reading = FrameCursor<MediaReader>.readingStart(of: start, by: picture)
    let reader = MediaReader(request, from: reading.nanoseconds)
    return Place(cursor: FrameCursor(reader, by: picture, from: start), time: start)
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
