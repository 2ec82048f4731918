import Composition
import GStreamer
import MediaTime
import Translation

extension ExportPlan {
  /// Tells a pipeline what its text cannot say; before it starts.
  func adjust(
    _ pipeline: Pipeline, _ metadata: ExportMetadata, translation: Translation, isCopy: Bool
  ) {
    let sampleRate = translation.resolved.composition.render.sampleRate
    // What is copied says itself what precedes its beginning.
    if let audioEncoder, audioEncoder.priming > 0, !isCopy {
      let rate = Int64(audioEncoder.sampleRate(for: sampleRate))
      pipeline.advance(
        "sound-queue", by: MediaTime(Int64(audioEncoder.priming), over: rate),
        // Without an edit list, there is no place for what comes before 0.
        droppingEarlier: !fileType.hasEditLists)
    }
    // Movie files are finished later, with more than their muxers know.
    if fileType.isMovie { return }
    let tagged = audioEncoder.map { ["muxer", "sound-\($0.factory)"] } ?? ["muxer"]
    // Matroska's are replaced later, where there is something to replace.
    let tags = metadata.isEmpty ? [:] : metadata.tags.merging(["encoder": "Cutaway"]) { $1 }
    pipeline.tag(firstOf: tagged, with: tags)
    pipeline.setChapters(translation.chapters, on: "muxer")
  }
}

extension ExportPlan {
  /// What is done to the file when its streams are in it.
  func finishing(
    _ metadata: ExportMetadata, _ translation: Translation, _ settings: ExportSession.Settings
  ) -> ExportFinishing {
    let composition = translation.resolved.composition
    let hasVideo = fileType.hasVideo && preset != .appleM4A
    let kinds: [Track.MediaType] = (hasVideo ? [.video] : []) + [.audio]
    let streams = kinds.filter { kind in composition.tracks.contains { $0.mediaType == kind } }
    let languages = streams.enumerated().compactMap { index, kind in
      composition.language(of: kind).map { (index, $0) }
    }
    return ExportFinishing(
      fileType: fileType, metadata: metadata, chapters: translation.chapters,
      languages: Dictionary(uniqueKeysWithValues: languages),
      movesHeaderFirst: settings.shouldOptimizeForNetworkUse)
  }
}

extension Translation {
  /// The parts of the output that the composition's markers name.
  var chapters: [Pipeline.Chapter] {
    let markers = resolved.composition.markers
    return markers.indices.compactMap { index in
      let next = index + 1 < markers.count ? markers[index + 1].time : resolved.duration
      guard next > markers[index].time,
        let part = TimeRange(start: markers[index].time, end: next).intersection(range)
      else { return nil }
      return Pipeline.Chapter(part.moved(by: -range.start), title: markers[index].title)
    }
  }
}
