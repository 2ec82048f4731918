import AVFoundation

/// A film with a title that slides in, a progress bar and a still as watermark, as written in 2021.
public struct Branding {
  public struct Style {
    public var color = CGColor(red: 0.1, green: 0.4, blue: 0.9, alpha: 1)
    public var barHeight: CGFloat = 0.05
    public var markSize: CGFloat = 0.2
    public init() {}
  }

  public enum Failure: Error {
    case noVideo
    case export(Error?)
  }

  public var style = Style()
  public var mark: CGImage?
  public init() {}

  /// Exports a film with the branding, and reports progress while it runs.
  public func export(
    _ url: URL, title: String, to output: URL, progress: @escaping (Float) -> Void = { _ in }
  ) async throws {
    let asset = AVURLAsset(
      url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let (tracks, duration) = try await asset.load(.tracks, .duration)
    guard let source = tracks.first(where: { $0.mediaType == .video }) else {
      throw Failure.noVideo
    }
    let composition = AVMutableComposition()
    try await insert(asset, source, duration, into: composition)
    let video = try await videoComposition(of: composition, source, title: title, duration)

    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPreset1280x720)
    else { throw Failure.export(nil) }
    session.videoComposition = video
    session.outputURL = output
    session.outputFileType = .mp4
    session.timeRange = CMTimeRange(start: .zero, duration: duration)
    let item = AVMutableMetadataItem()
    item.keySpace = .common
    item.key = AVMetadataKey.commonKeyTitle.rawValue as NSString
    item.value = title as NSString
    session.metadata = [item]

    let reporter = Task {
      while !Task.isCancelled {
        progress(session.progress)
        try? await Task.sleep(nanoseconds: NSEC_PER_SEC / 20)
      }
    }
    await session.export()
    reporter.cancel()
    guard session.status == .completed else { throw Failure.export(session.error) }
    progress(session.progress)
  }

  private func insert(
    _ asset: AVAsset, _ source: AVAssetTrack, _ duration: CMTime,
    into composition: AVMutableComposition
  ) async throws {
    let range = CMTimeRange(start: .zero, duration: duration)
    guard
      let track = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: source.trackID)
    else { throw Failure.noVideo }
    try track.insertTimeRange(range, of: source, at: .zero)
    track.preferredTransform = try await source.load(.preferredTransform)
    for sound in try await asset.loadTracks(withMediaType: .audio) {
      let track = composition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      try track?.insertTimeRange(range, of: sound, at: .zero)
    }
  }

  private func videoComposition(
    of composition: AVMutableComposition, _ source: AVAssetTrack, title: String, _ duration: CMTime
  ) async throws -> AVMutableVideoComposition {
    let (size, transform, rate) = try await source.load(
      .naturalSize, .preferredTransform, .nominalFrameRate)
    let box = CGRect(origin: .zero, size: size).applying(transform)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.renderSize = box.size
    video.frameDuration = CMTime(value: 1, timescale: CMTimeScale(max(1, rate.rounded())))
    video.animationTool = tool(title: title, size: box.size, seconds: duration.seconds)
    return video
  }

  private func tool(
    title: String, size: CGSize, seconds: Double
  ) -> AVVideoCompositionCoreAnimationTool {
    let bounds = CGRect(origin: .zero, size: size)
    let videoLayer = CALayer()
    videoLayer.frame = bounds
    let overlay = CALayer()
    overlay.frame = bounds
    overlay.addSublayer(bar(size, seconds))
    overlay.addSublayer(text(title, size))
    if let mark = mark { overlay.addSublayer(image(mark, size)) }
    let parent = CALayer()
    parent.frame = bounds
    parent.addSublayer(videoLayer)
    parent.addSublayer(overlay)
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: videoLayer, in: parent)
  }

  /// A bar at the bottom, which grows from left to right.
  private func bar(_ size: CGSize, _ seconds: Double) -> CALayer {
    let bar = CALayer()
    let height = size.height * style.barHeight
    bar.anchorPoint = .zero
    bar.position = .zero
    bar.bounds = CGRect(x: 0, y: 0, width: 0, height: height)
    bar.backgroundColor = style.color
    let growth = CABasicAnimation(keyPath: "bounds.size.width")
    growth.fromValue = 0
    growth.toValue = size.width
    growth.duration = seconds
    growth.beginTime = AVCoreAnimationBeginTimeAtZero
    growth.isRemovedOnCompletion = false
    growth.fillMode = .forwards
    bar.add(growth, forKey: "growth")
    return bar
  }

  /// A title that slides in from the left and fades out.
  private func text(_ title: String, _ size: CGSize) -> CATextLayer {
    let text = CATextLayer()
    text.string = NSAttributedString(string: title)
    text.fontSize = size.height / 12
    text.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    text.shadowOpacity = 0.6
    text.shadowOffset = CGSize(width: 1, height: -1)
    text.alignmentMode = .left
    text.frame = CGRect(
      x: size.width * 0.1, y: size.height * 0.75, width: size.width * 0.8,
      height: size.height * 0.15)
    let slide = CAKeyframeAnimation(keyPath: "position.x")
    slide.values = [-size.width / 2, size.width / 2, size.width / 2]
    slide.keyTimes = [0, 0.2, 1]
    slide.timingFunctions = [CAMediaTimingFunction(name: .easeOut), CAMediaTimingFunction(name: .linear)]
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.beginTime = 0.8
    fade.duration = 0.2
    fade.fillMode = .both
    let group = CAAnimationGroup()
    group.animations = [slide, fade]
    group.duration = 1
    group.beginTime = AVCoreAnimationBeginTimeAtZero
    group.isRemovedOnCompletion = false
    group.fillMode = .forwards
    text.add(group, forKey: "title")
    return text
  }

  /// A picture at the top right.
  private func image(_ mark: CGImage, _ size: CGSize) -> CALayer {
    let layer = CALayer()
    let side = size.height * style.markSize
    layer.frame = CGRect(x: size.width - side * 1.2, y: size.height - side * 1.2, width: side, height: side)
    layer.contents = mark
    layer.contentsGravity = .resizeAspect
    layer.opacity = 0.9
    layer.cornerRadius = side / 8
    layer.masksToBounds = true
    return layer
  }
}
