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
    /// Where it is read; only the thread that asks for samples uses it.
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
    while true {
      guard let (part, start) = try current() else { return nil }
      var place = start
      defer { state.update { if $0.place != nil { $0.place = place } } }
      let result: FrameCursor<MediaReader>.Result
      do throws(ElementError) {
        result = try place.cursor.frame(at: place.time)
      } catch {
        throw AVError(.decodeFailed, "'\(part.location)': \(error)")
      }
      guard case .frame(let sample) = result else { throw AVError(.operationCancelled) }
      let source = part.mapping.source, time = place.time
      // A film can end earlier than its segment, and a damaged one earlier than its index says.
      if time >= source.end || place.cursor.end.map({ time >= $0 }) ?? false {
        advance()
        continue
      }
      let end = min(source.end, place.cursor.change(after: time) ?? source.end)
      place.time = end
      let first = part.mapping.targetTime(of: time)
      return try frameSample(
        sample, layout, at: first, lasting: part.mapping.targetTime(of: end) - first)
    }
  }

  /// The part that is read, and the place in it; `nil` after the last one.
  private func current() throws(AVError) -> (StoredPart, Place)? {
    let result = state.update { state -> Result<(StoredPart, Place)?, AVError> in
      if state.isCancelled { return .failure(AVError(.operationCancelled)) }
      guard state.index < parts.count else { return .success(nil) }
      let part = parts[state.index]
      if let place = state.place { return .success((part, place)) }
      var request = MediaReader.Request(
        location: part.location, trackIndex: part.trackIndex, output: .video,
        colorimetry: part.colorimetry, frames: FrameFormat(bitDepth: layout.isDeep ? 10 : 8))
      request.layout = layout.caps
      let picture = MediaIndex.picture(of: request)
      let start = max(part.mapping.source.start, picture?.start ?? .zero)
      let reading = FrameCursor<MediaReader>.readingStart(of: start, by: picture)
      let cursor = FrameCursor(
        MediaReader(request, from: reading.nanoseconds), by: picture, from: start)
      let place = Place(cursor: cursor, time: start)
      state.place = place
      return .success((part, place))
    }
    return try result.get()
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
