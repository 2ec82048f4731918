import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation

extension ExportPlan {
  /// Sets up a pipeline before it starts, with the settings that a graph cannot express.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline.
  ///   - metadata: The metadata of the file.
  ///   - translation: The composition.
  ///   - settings: The settings of the export.
  ///   - copiesSound: Whether the sound consists of copied packets.
  ///   - number: The number of the file in the pipeline.
  /// - Returns: The metadata that GStreamer cannot parse, by its tag names.
  /// - Throws: ``ExportError`` if the metadata's date is none.
  func adjust(
    _ pipeline: Pipeline, _ metadata: ExportMetadata, translation: Translation,
    _ settings: ExportSession.Settings, copiesSound: Bool, file number: Int = 0
  ) throws(ExportError) -> [String] {
    if writesIntoPipe, fileType.isMovie {
      let movie = PipedMovie(
        finishing(
          metadata, translation, settings, [], of: nil, cut: nil,
          creationTime: try metadata.creationTime()))
      pipeline.changeHeaders(leaving: .muxer.ofFile(number), movie.box)
    }
    // A copy already states what precedes its start.
    return pipeline.adjust(
      to: fileType, metadata, chapters: translation.chapters,
      priming: copiesSound ? nil : priming(of: translation), file: number)
  }
}

extension Pipeline {
  /// Sets up a pipeline that writes a file, before it starts.
  ///
  /// - Parameters:
  ///   - fileType: The type of the file.
  ///   - metadata: The metadata of the file.
  ///   - chapters: The chapters of the file.
  ///   - priming: The duration of encoded sound before its first sample; `nil` if there is none.
  ///   - number: The number of the file in the pipeline.
  /// - Returns: The metadata that GStreamer cannot parse, by its tag names.
  func adjust(
    to fileType: ExportFileType, _ metadata: ExportMetadata, chapters: [Chapter],
    priming: MediaTime?, file number: Int = 0
  ) -> [String] {
    // Movie files are completed later, with more metadata than their muxers support.
    if fileType.isMovie { return [] }
    // Other file types cannot state the priming.
    if let priming { advance(.encodedAudio.ofFile(number), by: priming) }
    // Matroska's tags are replaced later, if there is custom metadata.
    let known = fileType.container.hasVorbisComments ? metadata.vorbisTags : metadata.tags
    let tags = metadata.isEmpty ? [:] : known.merging(["encoder": "Cutaway"]) { $1 }
    setChapters(chapters, on: .muxer.ofFile(number))
    let writers: [PipelineGraph.Role] = [.tagWriter, .muxer, .audioEncoder]
    return tag(firstOf: writers.map { $0.ofFile(number) }, with: tags)
  }
}

extension ExportPlan {
  /// The duration of encoded sound before the first sample; `nil` if there is none.
  func priming(of translation: Translation) -> MediaTime? {
    guard let audioEncoder, audioEncoder.priming > 0 else { return nil }
    let rate = audioEncoder.sampleRate(for: translation.resolved.composition.render.sampleRate)
    return MediaTime(Int64(audioEncoder.priming), over: Int64(rate))
  }

  /// The number of samples in a duration of the output.
  private func sampleCount(of time: MediaTime, _ translation: Translation) -> Int64? {
    guard let audioEncoder else { return nil }
    let rate = audioEncoder.sampleRate(for: translation.resolved.composition.render.sampleRate)
    return time.rounded(in: MediaTime(1, over: Int64(rate)))
  }

  /// The steps after the streams are written.
  func finishing(
    _ metadata: ExportMetadata, _ translation: Translation, _ settings: ExportSession.Settings,
    _ subtitles: [Subtitles], of writing: ExportSession.Writing?, cut: Cut?, creationTime: Date
  ) -> ExportFinishing {
    let composition = translation.resolved.composition
    let kinds: [Track.MediaType] = (hasVideo ? [.video] : []) + [.audio]
    let streams = kinds.filter { kind in composition.tracks.contains { $0.mediaType == kind } }
    let languages = streams.enumerated().compactMap { index, kind in
      translation.resolved.language(of: kind).map { (index, $0) }
    }
    let isCopy = writing?.isCopy == true
    var playedRanges: [Int: TimeRange] = [:]
    if let sound = streams.firstIndex(of: .audio) {
      if let heard = writing?.heardSound {
        playedRanges[sound] = heard
      } else if writing?.copiesSound != true, let priming = priming(of: translation) {
        playedRanges[sound] = TimeRange(start: priming, duration: translation.duration)
      }
    }
    return ExportFinishing(
      fileType: fileType, metadata: metadata, chapters: translation.chapters,
      languages: Dictionary(uniqueKeysWithValues: languages), playedRanges: playedRanges,
      light: isCopy || videoEncoder == nil || !streams.contains(.video)
        ? nil : videoTask(for: translation.resolved).light,
      subtitles: subtitles,
      movesHeaderFirst: settings.shouldOptimizeForNetworkUse,
      sampleCount: sampleCount(of: cut?.time ?? translation.duration, translation),
      isCopy: isCopy, isCut: cut != nil, creationTime: creationTime,
      startTimecode: startTimecode(of: translation))
  }
}

extension Translation {
  /// The chapters of the output, from the composition's markers.
  var chapters: [Chapter] { resolved.chapters(in: range) }
}

extension ResolvedComposition {
  /// The chapters of a part, from the markers; the part begins at 0.
  func chapters(in range: TimeRange) -> [Chapter] {
    let markers = composition.markers
    return markers.indices.compactMap { index in
      let next = index + 1 < markers.count ? markers[index + 1].time : duration
      guard next > markers[index].time,
        let part = TimeRange(start: markers[index].time, end: next).intersection(range)
      else { return nil }
      return Chapter(part.moved(by: -range.start), title: markers[index].title)
    }
  }
}
