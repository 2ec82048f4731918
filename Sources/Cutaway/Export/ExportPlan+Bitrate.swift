import CutawayModel
import CutawayTranslation

extension ExportPlan {
  /// A warning if the video bit rate is too low for an encoder, and probably meant as kilobits;
  /// `nil` otherwise.
  func bitrateWarning(for resolved: ResolvedComposition) -> Warning? {
    guard videoEncoder != nil, let bitrate = options.videoBitrate,
      resolved.composition.tracks.contains(where: { $0.mediaType == .video })
    else { return nil }
    let task = videoTask(for: resolved)
    let pixels = Double(task.width) * Double(task.height) * task.framesPerSecond
    // Videos of stills need as little as 1/2,000 bit per pixel. Headers alone take the rest.
    guard Double(bitrate) < max(10_000, pixels / 2_000) else { return nil }
    return Warning(
      .lowBitrate,
      "a video bit rate of \(bitrate) bits a second is very low for a frame size of "
        + "\(resolved.outputSize); did you mean \(bitrate)k?")
  }
}
