import AVFoundation
import UIKit

/// Lines of a song over a film, their words coloured while they are sung.
public struct Karaoke {
  public struct Word: Sendable {
    public var text: String
    public var start: TimeInterval
    public var end: TimeInterval
    public init(_ text: String, _ start: TimeInterval, _ end: TimeInterval) {
      (self.text, self.start, self.end) = (text, start, end)
    }
  }

  public enum Style: Sendable {
    /// A mask grows over a coloured copy of the line.
    case wipe
    /// Each word changes its colour.
    case words
  }

  public enum Failure: Error { case noVideoTrack, cannotExport }

  public var style: Style
  public var font = UIFont(name: "Helvetica-Bold", size: 24) ?? .boldSystemFont(ofSize: 24)
  public var color = UIColor.white
  public var sungColor = UIColor.yellow

  public init(_ style: Style) {
    self.style = style
  }

  public func export(_ input: URL, lines: [[Word]], to output: URL) async throws {
    let asset = AVURLAsset(url: input)
    guard let track = try await asset.loadTracks(withMediaType: .video).first else {
      throw Failure.noVideoTrack
    }
    let videoSize = try await track.load(.naturalSize)
    let videoLayer = CALayer(), parentLayer = CALayer()
    parentLayer.frame = CGRect(origin: .zero, size: videoSize)
    videoLayer.frame = parentLayer.frame
    parentLayer.addSublayer(videoLayer)
    for line in lines { parentLayer.addSublayer(layer(for: line, in: videoSize)) }

    let videoComposition = try await AVMutableVideoComposition.videoComposition(
      withPropertiesOf: asset)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: parentLayer)
    guard
      let session = AVAssetExportSession(
        asset: asset, presetName: AVAssetExportPresetHighestQuality)
    else { throw Failure.cannotExport }
    session.videoComposition = videoComposition
    try await session.export(to: output, as: .mp4)
  }

  /// A line at the bottom, visible from its first word to its last.
  private func layer(for line: [Word], in videoSize: CGSize) -> CALayer {
    let container = CALayer()
    let text = line.map(\.text).joined(separator: " ")
    let textSize = size(of: text)
    container.frame = CGRect(
      x: (videoSize.width - textSize.width) / 2, y: 12, width: textSize.width,
      height: textSize.height)
    container.opacity = 0
    guard let first = line.first, let last = line.last else { return container }
    let show = CABasicAnimation(keyPath: "opacity")
    show.fromValue = 1
    show.toValue = 1
    show.beginTime = AVCoreAnimationBeginTimeAtZero + first.start
    show.duration = last.end - first.start
    show.isRemovedOnCompletion = false
    container.add(show, forKey: "show")

    switch style {
    case .wipe:
      container.addSublayer(textLayer(text, color, x: 0))
      let sung = textLayer(text, sungColor, x: 0)
      sung.mask = mask(for: line, from: first.start, to: last.end, height: textSize.height)
      container.addSublayer(sung)
    case .words:
      for (index, word) in line.enumerated() {
        let x = size(of: line[..<index].map { $0.text + " " }.joined()).width
        let layer = textLayer(word.text, color, x: x)
        let change = CABasicAnimation(keyPath: "foregroundColor")
        change.fromValue = color.cgColor
        change.toValue = sungColor.cgColor
        change.beginTime = AVCoreAnimationBeginTimeAtZero + word.start
        change.duration = word.end - word.start
        change.fillMode = .both
        change.isRemovedOnCompletion = false
        layer.add(change, forKey: "sing")
        container.addSublayer(layer)
      }
    }
    return container
  }

  private func size(of text: String) -> CGSize {
    (text as NSString).size(withAttributes: [.font: font])
  }

  private func textLayer(_ text: String, _ color: UIColor, x: CGFloat) -> CATextLayer {
    let layer = CATextLayer()
    layer.string = text
    layer.font = font
    layer.fontSize = font.pointSize
    layer.foregroundColor = color.cgColor
    layer.contentsScale = UIScreen.main.scale
    layer.frame = CGRect(origin: CGPoint(x: x, y: 0), size: size(of: text))
    return layer
  }

  /// Grows over a word from its start to its end, and rests between words.
  private func mask(
    for line: [Word], from start: TimeInterval, to end: TimeInterval, height: CGFloat
  ) -> CALayer {
    let mask = CALayer()
    mask.backgroundColor = UIColor.black.cgColor
    mask.anchorPoint = .zero
    mask.position = .zero
    mask.bounds = CGRect(x: 0, y: 0, width: 0, height: height)
    let wipe = CAKeyframeAnimation(keyPath: "bounds.size.width")
    wipe.values = line.indices.flatMap { index in
      [
        size(of: line[..<index].map { $0.text + " " }.joined()).width,
        size(of: line[...index].map(\.text).joined(separator: " ")).width,
      ]
    }
    wipe.keyTimes = line.flatMap { [$0.start, $0.end] }
      .map { NSNumber(value: ($0 - start) / (end - start)) }
    wipe.beginTime = AVCoreAnimationBeginTimeAtZero + start
    wipe.duration = end - start
    wipe.fillMode = .forwards
    wipe.isRemovedOnCompletion = false
    mask.add(wipe, forKey: "wipe")
    return mask
  }
}
