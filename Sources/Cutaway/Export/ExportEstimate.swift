import CutawayGraph
import CutawayModel
import CutawayTime
import Glibc

/// What an export will probably come to.
struct ExportEstimate: Sendable {
  /// Bits per second.
  let bitrate: Int
  let bytes: Int64

  /// Bits per pixel at quality 0.5 of usual footage, as measured on a few films: half as much or
  /// three times as much is not rare.
  private static func bitsPerPixel(_ codec: VideoCodec) -> Double {
    switch codec {
    case .h264: 0.09
    case .hevc, .vp9: 0.06
    case .av1: 0.045
    case .vp8: 0.1
    case .jpeg: 1
    // These do not depend on a quality.
    case .proRes422: 2.4
    case .ffv1: 5
    case .png: 9
    }
  }

  init(_ plan: ExportPlan, _ translation: Translation) {
    let resolved = translation.resolved
    var bits = 0
    if let encoder = plan.videoEncoder {
      var task = plan.videoTask(for: resolved)
      if [.proRes422, .ffv1, .png].contains(encoder.codec) { task.quality = 0.5 }
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

  /// What to say where the disk will probably be too small; `nil` where it will do.
  func spaceWarning(for path: String) -> String? {
    var status = statvfs()
    let folder = split(path).folder
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    let free = Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    if free >= bytes { return nil }
    return "the file may take about \(megabytes(bytes)), and the file system of '\(folder)' has "
      + "\(megabytes(free)) left"
  }
}

private func megabytes(_ bytes: Int64) -> String {
  bytes < 10_000_000 ? "\(Double(bytes / 100_000) / 10) MB" : "\(bytes / 1_000_000) MB"
}
