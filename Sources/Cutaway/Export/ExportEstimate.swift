import CutawayModel
import CutawaySystem
import CutawayTime
import CutawayTranslation

/// The estimated bit rate and size of an output.
struct ExportEstimate: Sendable {
  /// The bit rate in bits per second.
  let bitrate: Int
  let bytes: Int64

  /// Bits per pixel of typical footage at quality 0.5, measured on a few videos; half as much or
  /// three times as much is common.
  private static func bitsPerPixel(_ codec: VideoCodec) -> Double {
    switch codec {
    case .h264: 0.09
    case .hevc, .vp9: 0.06
    case .av1: 0.045
    case .vp8: 0.1
    case .jpeg: 1
    // ProRes and FFV1 have no quality setting.
    case .proRes422: 2.4
    case .proRes4444: 5.4
    case .ffv1: 5
    case .png: 9
    }
  }

  init(_ plan: ExportPlan, _ translation: Translation) {
    let resolved = translation.resolved
    var bits = 0
    if let encoder = plan.videoEncoder {
      var task = plan.videoTask(for: resolved)
      if [.proRes422, .proRes4444, .ffv1, .png].contains(encoder.codec) { task.quality = 0.5 }
      bits +=
        task.bitrate ?? task.estimatedBitrate(bitsPerPixel: Self.bitsPerPixel(encoder.codec))
    }
    if let encoder = plan.audioEncoder {
      let render = resolved.composition.render
      let raw = render.sampleRate * render.channels * 24
      switch encoder.codec {
      case .pcm: bits += raw
      case .flac: bits += raw / 2
      case .aac, .opus, .vorbis, .mp3: bits += plan.audioTask(for: resolved).bitrate
      }
    }
    bitrate = max(1, bits)
    bytes = Int64(translation.duration.seconds * Double(bitrate) / 8)
  }

  /// A warning if the free disk space is probably insufficient; `nil` if it suffices.
  func spaceWarning(for path: String) -> Warning? {
    let folder = split(path).folder
    // A folder that cannot be examined is reported when the export writes to it.
    guard let free = try? FileSystem.freeSpace(at: folder), free < bytes else { return nil }
    return Warning(
      .lowSpace,
      "the file may take about \(megabytes(bytes)), and the file system of '\(folder)' has "
        + "\(megabytes(free)) left")
  }
}

private func megabytes(_ bytes: Int64) -> String {
  bytes < 10_000_000 ? "\(Double(bytes / 100_000) / 10) MB" : "\(bytes / 1_000_000) MB"
}
