import CutawayDiagnostics
import CutawayTranslation

extension ExportPlan {
  /// The reason why an export cannot be divided into parts; `nil` if it can.
  func obstacleToParts(_ settings: ExportSession.Settings) -> String? {
    if preset == .passthrough || settings.copiesIfPossible {
      return "parts are encoded; packets are copied in one export"
    }
    if settings.timeRange != nil { return "a time range cannot be divided into parts" }
    if settings.fileLengthLimit != nil {
      return "a size limit needs one export: parts do not know each other's sizes"
    }
    if options.videoBitrate != nil {
      return
        "a video bit rate needs one export: parts do not know each other's sizes; a quality is "
        + "the same in all parts"
    }
    if videoEncoder == nil { return "there is no picture to divide: the sound is one part" }
    let fitting: [ExportFileType] = [.mp4, .m4v, .mov, .mkv, .ts]
    if !fitting.contains(fileType) {
      return "\(fileType.rawValue) files cannot be made of parts, only "
        + list(fitting.map(\.rawValue))
    }
    return nil
  }

  /// The plan of a chunk's file, without sound.
  var ofChunks: ExportPlan {
    var plan = self
    plan.isJoined = true
    plan.audioEncoder = nil
    plan.fileType =
      switch videoEncoder?.codec {
      case .proRes422, .proRes4444: .mov
      case .vp8, .vp9, .ffv1: .mkv
      default: .mp4
      }
    return plan
  }

  /// The plan of the file of the sound.
  var ofSound: ExportPlan {
    var plan = self
    plan.videoEncoder = nil
    plan.hasVideo = false
    plan.fileType = audioEncoder?.codec == .aac ? .m4a : .mkv
    return plan
  }
}
