import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation

/// Everything of an output besides its packets, which joins parts without the composition
/// and its media.
struct OutputAssembly: Sendable, Hashable, Codable {
  var fileType: ExportFileType
  /// Seconds per frame.
  var frameDuration: MediaTime
  /// The number of frames.
  var frameCount: Int64
  /// The duration of the film in seconds.
  var duration: MediaTime
  var muxer: FileOutput.Stage
  /// The elements between the video's packets and the muxer; `nil` without video.
  var video: [FileOutput.Stage]?
  /// The properties of the muxer's pad for the video; `nil` if any pad will do.
  var videoPad: [PipelineGraph.Property]?
  /// The orientation that a movie file states; `nil` if the frames are upright.
  var orientation: StoredOrientation?
  /// The elements between the packets of the sound and the muxer; `nil` without sound.
  var audio: [FileOutput.Stage]?
  /// The duration of encoded sound before its first sample in seconds; `nil` if there is none.
  var priming: MediaTime?
  var metadata: [String: String]
  var chapters: [Chapter]
  /// The languages, by track number in the file.
  var languages: [Int: String]
  /// By track number in the file: the range of the track that plays, if that is not all of it.
  var playedRanges: [Int: TimeRange]
  var light: PictureLight?
  var subtitles: [Subtitles]
  var movesHeaderFirst: Bool
  var sampleCount: Int64?
  var creationTime: Date
  var startTimecode: StartTimecode?
}

extension OutputAssembly {
  /// Takes everything but the packets from an export.
  init(
    _ plan: ExportPlan, _ translation: Translation, _ settings: ExportSession.Settings,
    _ subtitles: [Subtitles], hasSound: Bool, smart: SmartRenderer?
  ) throws(ExportError) {
    let resolved = translation.resolved
    let metadata = try ExportMetadata(settings.metadata)
    let finishing = plan.finishing(
      metadata, translation, settings, subtitles, of: nil, cut: nil,
      creationTime: try metadata.creationTime())
    let output = plan.output(for: resolved, path: "")
    guard let muxer = output.muxer else {
      throw ExportError(.incompatible, "\(plan.fileType.rawValue) has no muxer to join parts with")
    }
    fileType = plan.fileType
    frameDuration = resolved.frameDuration
    frameCount = resolved.frameCount
    duration = translation.duration
    self.muxer = muxer
    let formats = plan.fileType.container.copying
    let feed = smart.map { smart in
      plan.fileType.smartFeed(of: smart.encoder.coding, frameDuration: resolved.frameDuration)
    }
    (videoPad, orientation) = (feed?.pad, StoredOrientation(smart?.film))
    video = plan.videoEncoder.map { encoder in
      let rate = resolved.frameDuration.rateStage(for: encoder.codec)
      if let feed { return [rate] + feed.stages }
      // The stages of the encoding itself are replaced by packets; what follows them stays.
      let own = encoder.encoding(plan.videoTask(for: resolved)).stages.count
      return [rate]
        + (output.video?.stages.dropFirst(own) ?? [])
        + [formats?.parsers[encoder.codec.mediaType]].compactMap(\.self)
    }
    audio =
      hasSound
      ? plan.audioEncoder.map { encoder in
        let own = encoder.encoding(plan.audioTask(for: resolved)).stages.count
        return Array(output.audio?.stages.dropFirst(own) ?? [])
      } : nil
    priming = plan.priming(of: translation)
    self.metadata = settings.metadata
    chapters = finishing.chapters
    languages = finishing.languages
    playedRanges = finishing.playedRanges
    light = finishing.light
    self.subtitles = subtitles
    movesHeaderFirst = finishing.movesHeaderFirst
    sampleCount = finishing.sampleCount
    creationTime = finishing.creationTime
    startTimecode = finishing.startTimecode
  }

  /// The steps after the packets are written.
  func finishing() throws(ExportError) -> ExportFinishing {
    ExportFinishing(
      fileType: fileType, metadata: try ExportMetadata(metadata), chapters: chapters,
      languages: languages, playedRanges: playedRanges, light: light,
      subtitles: fileType.container.subtitles == .finishedFile ? subtitles : [],
      movesHeaderFirst: movesHeaderFirst, sampleCount: sampleCount, isCopy: false, isCut: false,
      creationTime: creationTime, startTimecode: startTimecode)
  }

  /// The subtitles for the muxer.
  var muxedSubtitles: [Subtitles] { fileType.container.subtitles == .muxer ? subtitles : [] }
}
