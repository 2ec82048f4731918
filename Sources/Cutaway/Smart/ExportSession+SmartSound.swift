import CutawayModel
import CutawayTime
import CutawayTranslation

extension ExportSession {
  /// Finds whether the sound of a film is one copy of a source's packets; `nil` if it is encoded.
  ///
  /// A copy is as exact as encoded sound: it starts with the first packet of the source, and the file
  /// states which samples are heard. So the type of the file must be able to state that, unless all
  /// samples are heard.
  ///
  /// - Returns: The plan, and which part of the packets is heard; `nil` is everything.
  func soundCopy(
    _ plan: ExportPlan, _ translation: Translation
  ) async -> (plan: PassthroughPlan, heard: TimeRange?)? {
    let encoding = settings.encoding
    guard settings.loudness == nil, settings.sampleRate == nil, encoding.audioCodec == nil,
      encoding.audioBitrate == nil, let formats = plan.fileType.container.copying
    else { return nil }
    let resolved = translation.resolved
    let copy = await PassthroughPlan.inspecting(resolved, range: translation.range, kinds: [.audio])
    guard copy.faults.isEmpty, copy.segments.count == 1, let segment = copy.segments.first,
      let format = copy.format(of: .audio), formats.takes(format, .audio),
      // The codec that an ordinary export writes into most files.
      format.mediaType == "audio/mpeg", format.value("mpegversion") == "4"
    else { return nil }
    let mapping = segment.source.mapping
    guard mapping.source.start == .zero, mapping.target.start == .zero else { return nil }
    if plan.fileType.isMovie {
      return (copy, TimeRange(start: copy.priming, duration: mapping.target.duration))
    }
    let isWhole = resolved.sounds(of: segment.source).contains { audio in
      audio.duration.map { $0 <= mapping.source.end } ?? false
    }
    return isWhole && copy.delay(in: formats) == .zero ? (copy, nil) : nil
  }
}

extension ResolvedComposition {
  /// The descriptions of a sound track in the assets with its location.
  fileprivate func sounds(of source: SourceSegment) -> [MediaDescription.Audio] {
    composition.assets.filter { $0.location == source.source.location }.compactMap { asset in
      guard let tracks = media[asset.id]?.audioTracks, tracks.indices.contains(source.trackIndex)
      else { return nil }
      return tracks[source.trackIndex]
    }
  }
}
