import AVFoundation
import CutawayApple
import Testing

/// What the status page calls "accepted without effect" is reported once.
@Suite(.serialized) struct StatusWarningTests {
  /// A row: what a program sets on a layer, and a word of each warning that it gets.
  struct Example: Sendable {
    var words: [String]
    var set: @Sendable (CALayer) -> Void
  }

  private final class Delegate: NSObject, CALayerDelegate, CAAnimationDelegate {}
  private struct Action: CAAction {}

  /// The rows of layers, by their symbols.
  private static let examples: [String: Example] = [
    "`filters`, `backgroundFilters`": Example(words: ["filters"]) {
      $0.filters = ["blur"]
    },
    "`maskedCorners`, `cornerCurve`": Example(words: ["maskedCorners", "cornerCurve"]) {
      ($0.cornerRadius, $0.maskedCorners) = (9, [.layerMinXMinYCorner])
      $0.cornerCurve = .continuous
    },
    "`shadowPath`": Example(words: ["shadowPath"]) {
      $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    },
    "`isDoubleSided`, `allowsGroupOpacity`, `allowsEdgeAntialiasing`, `minificationFilter`, `anchorPointZ`":
      Example(
        words: [
          "isDoubleSided", "allowsGroupOpacity", "allowsEdgeAntialiasing", "minificationFilter",
          "anchorPointZ",
        ]
      ) {
        ($0.isDoubleSided, $0.allowsGroupOpacity, $0.allowsEdgeAntialiasing) = (false, false, false)
        ($0.minificationFilter, $0.anchorPointZ) = (.nearest, 2)
      },
    "`CATransition`, delegates of animations, actions": Example(
      words: ["CATransition", "delegates of animations", "actions"]
    ) {
      $0.actions = ["opacity": Action()]
      $0.add(CATransition(), forKey: "transition")
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 1)
      fade.beginTime = AVCoreAnimationBeginTimeAtZero
      fade.delegate = Delegate()
      $0.add(fade, forKey: "fade")
    },
    "Animations of `birthRate`, `emitterCells.NAME.…` and `instanceDelay`": Example(
      words: ["'birthRate'"]
    ) {
      let rate = CABasicAnimation(keyPath: "birthRate")
      (rate.fromValue, rate.toValue, rate.duration) = (0, 1, 1)
      rate.beginTime = AVCoreAnimationBeginTimeAtZero
      $0.add(rate, forKey: "rate")
    },
    "`AVPlayerLayer`, `AVSynchronizedLayer`": Example(
      words: ["AVPlayerLayer", "AVSynchronizedLayer"]
    ) {
      $0.addSublayer(AVPlayerLayer(player: AVPlayer()))
      let item = AVPlayerItem(asset: AVMutableComposition())
      $0.addSublayer(AVSynchronizedLayer(playerItem: item))
    },
  ]

  @Test func `each row without effect is reported`() async throws {
    let rows = statusTable.flatMap(\.rows).filter { $0.status == .withoutEffect }.map(\.symbols)
    #expect(Set(rows) == Set(Self.examples.keys))
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(
      f(0, 30), of: Clips.silent(1).video(), at: .zero)
    for (symbols, example) in Self.examples {
      let parent = CALayer(), picture = CALayer(), layer = CALayer()
      for layer in [parent, picture, layer] {
        layer.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
      }
      layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      example.set(layer)
      parent.addSublayer(picture)
      parent.addSublayer(layer)
      let track = try #require(composition.tracks(withMediaType: .video).first)
      let video = videoComposition([
        instruction(f(0, 30), [AVMutableVideoCompositionLayerInstruction(assetTrack: track)])
      ])
      video.animationTool = AVVideoCompositionCoreAnimationTool(
        postProcessingAsVideoLayer: picture, in: parent)
      _ = try Edit(composition, video, nil)
      for word in example.words {
        #expect(Log.given.contains { $0.contains(word) }, "\(symbols): \(word)")
      }
    }
  }
}
