import CutawayGraph
import CutawayModel

extension ExportPlan {
  /// A warning where the bit rate of the picture is too low for an encoder to keep to, and more likely
  /// a number of kilobits; `nil` where it is not.
  func bitrateWarning(for resolved: ResolvedComposition) -> String? {
    guard videoEncoder != nil, let bitrate = options.videoBitrate,
      resolved.composition.tracks.contains(where: { $0.mediaType == .video })
    else { return nil }
    let task = videoTask(for: resolved)
    let pixels = Double(task.width) * Double(task.height) * task.framesPerSecond
    // Films of stills get by on a two-thousandth of a bit a pixel; headers alone take the rest.
    guard Double(bitrate) < max(10_000, pixels / 2_000) else { return nil }
    return "a video bit rate of \(bitrate) bits a second is very low for a picture of "
      + "\(resolved.outputSize); did you mean \(bitrate)k?"
  }
}
