import CutawayModel
package import CutawayTime

extension ResolvedComposition {
  /// Divides the picture into chunks for encoders of their own.
  ///
  /// A border lies at each multiple of the length. It moves to the nearest cut, over three tenths of
  /// the length at most, but never over more than 3 s. No border lies where an effect remembers
  /// earlier frames.
  ///
  /// The result depends on the composition and its media alone.
  ///
  /// - Parameters:
  ///   - length: The usual length of a chunk in seconds.
  ///   - onMissing: How to treat a source that fails: it decides which hidden layers are decoded.
  /// - Returns: The chunks, in order.
  package func chunks(length: MediaTime, onMissing: MissingMedia) -> [RenderChunk] {
    let reach = min(MediaTime(3), length * MediaTime(3, over: 10))
    let undivided = undividedRanges
    let edges = (cuts + undivided.flatMap { [$0.start, $0.end] }).map(firstFrame)
    let borders = ChunkBorders(
      frameCount: frameCount, length: max(1, length.rounded(in: frameDuration)),
      reach: reach.floored(in: frameDuration), cuts: Set(edges).sorted(),
      undivided: undivided.map { firstFrame(at: $0.start)..<firstFrame(at: $0.end) }.joined())
    let work = layerWork(onMissing: onMissing)
    return borders.chunks.map { frames in
      RenderChunk(frames: frames, weight: weight(of: frames, work))
    }
  }

  /// The number of the first frame that shows an instant.
  private func firstFrame(at time: MediaTime) -> Int64 { time.ceiled(in: frameDuration) }

  /// The times at which a segment or an instruction begins or ends.
  private var cuts: [MediaTime] {
    composition.tracks.filter { $0.mediaType == .video }.flatMap(\.segments)
      .flatMap { [$0.target.start, $0.target.end] }
      + composition.instructions.flatMap { [$0.range.start, $0.range.end] }
  }

  /// Whether an element may keep earlier frames, so that its output depends on where it started.
  private func remembersFrames(_ effect: Effect) -> Bool {
    !elements[effect.element].contains(.stateless)
  }

  /// The time ranges in which an effect remembers earlier frames.
  var undividedRanges: [TimeRange] {
    let whole = TimeRange(start: .zero, duration: duration)
    var ranges: [TimeRange] = []
    if composition.effects.contains(where: remembersFrames) { ranges.append(whole) }
    let remembering = Set(
      composition.tracks.filter { $0.effects.contains(where: remembersFrames) }.map(\.id))
    for track in composition.tracks where remembering.contains(track.id) {
      if track.mediaType == .video { ranges.append(whole) }
    }
    for instruction in composition.instructions {
      let effects = instruction.layers.flatMap(\.effects)
      let compositor = instruction.compositor?.effect
      if (effects + [compositor].compactMap(\.self)).contains(where: remembersFrames) {
        ranges.append(instruction.range)
      }
    }
    return ranges
  }

  /// The work of a layer from a time range on, per frame.
  private struct Work {
    var range: TimeRange
    var perFrame: Int64
  }

  private func layerWork(onMissing: MissingMedia) -> [Work] {
    let drawing = Int64(outputSize.width * outputSize.height) * 4
    return layerSlots(onMissing: onMissing).flatMap(\.parts).compactMap { part in
      guard let media = part.segment.media, let video = video(of: media) else { return nil }
      let decoding =
        video.frameDuration == nil
        ? 0 : Int64(video.size.width * video.size.height) * video.decodingFactor
      return Work(range: part.segment.target, perFrame: decoding + drawing)
    }
  }

  private func weight(of frames: Range<Int64>, _ work: [Work]) -> Int64 {
    let range = TimeRange(
      start: frameDuration * Int(frames.lowerBound), end: frameDuration * Int(frames.upperBound))
    let encoding = Int64(outputSize.width * outputSize.height) * 10 * Int64(frames.count)
    return work.reduce(encoding) { sum, layer in
      guard let shown = layer.range.intersection(range) else { return sum }
      return sum + shown.duration.ceiled(in: frameDuration) * layer.perFrame
    }
  }
}

extension MediaDescription.Video {
  /// The cost of decoding a pixel, in tenths of that of encoding one as H.264.
  fileprivate var decodingFactor: Int64 {
    ["H.265", "HEVC", "AV1", "VP9", "ProRes"].contains { codec.contains($0) } ? 8 : 4
  }
}

extension [Range<Int64>] {
  /// The ranges in order, with those that overlap or touch joined.
  ///
  /// An effect may continue from one range to the next.
  fileprivate func joined() -> Self {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { result, range in
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else if !range.isEmpty {
        result.append(range)
      }
    }
  }
}
