import AVFoundation
import ArgumentParser

/// Crops a film to portrait, with a title; the same file on a Mac and on Linux.
@main
struct Portrait: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Crops the middle of a film to 9:16, and puts a title over it.")

  @Argument(help: "The film.", transform: { URL(fileURLWithPath: $0) })
  var input: URL
  @Option(name: .shortAndLong, help: "The output, an MP4 file.", transform: { URL(fileURLWithPath: $0) })
  var output: URL
  @Option(help: "The title.")
  var title: String?
  @Option(help: "The seconds of the title.")
  var seconds = 3.0

  func run() async throws {
    let asset = AVURLAsset(url: input)
    let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
    let whole = video.renderSize
    // Encoders need even sides.
    let width = (whole.height * 9 / 16 / 2).rounded(.down) * 2
    let crop = CGAffineTransform(translationX: (width - whole.width) / 2, y: 0)
    guard let track = try await asset.loadTracks(withMediaType: .video).first else {
      throw ValidationError("\(input.lastPathComponent) has no video")
    }
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(try await track.load(.preferredTransform).concatenating(crop), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    instruction.layerInstructions = [layer]
    video.instructions = [instruction]
    video.renderSize = CGSize(width: width, height: whole.height)
    if let title { video.animationTool = tool(title, video.renderSize) }

    guard
      let session = AVAssetExportSession(
        asset: asset, presetName: AVAssetExportPresetHighestQuality)
    else { throw ValidationError("the film cannot be exported") }
    session.videoComposition = video
    let task = Task {
      for await state in session.states(updateInterval: 0.5) {
        if case .exporting(let progress) = state {
          FileHandle.standardError.write(Data("\(Int(progress.fractionCompleted * 100)) %\n".utf8))
        }
      }
    }
    defer { task.cancel() }
    try await session.export(to: output, as: .mp4)
  }

  /// The title, which fades out.
  private func tool(_ text: String, _ size: CGSize) -> AVVideoCompositionCoreAnimationTool {
    let (root, picture, title) = (CALayer(), CALayer(), CATextLayer())
    root.frame = CGRect(origin: .zero, size: size)
    picture.frame = root.bounds
    title.frame = CGRect(
      x: 0, y: size.height * 0.7, width: size.width, height: size.height * 0.15)
    title.string = text
    title.fontSize = size.height / 14
    title.alignmentMode = .center
    title.isWrapped = true
    title.shadowOpacity = 0.8
    title.shadowRadius = size.height / 100
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.beginTime = AVCoreAnimationBeginTimeAtZero + seconds
    fade.duration = 0.5
    fade.fillMode = .forwards
    fade.isRemovedOnCompletion = false
    title.add(fade, forKey: "fade")
    root.addSublayer(picture)
    root.addSublayer(title)
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: picture, in: root)
  }
}
