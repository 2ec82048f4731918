import AVFoundation
import Testing

/// Rules 34 and 67 to 70: layers of Core Animation over exports.
@Suite(.serialized) struct ToolTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let ground = RGB(red: 255, green: 0, blue: 0)

  func setting() async throws -> (AVMutableComposition, AVMutableVideoComposition) {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 60), of: Clips.silent(1).video(), at: .zero)
    return (composition, videoComposition([instruction(f(0, 60), [layer(track)])]))
  }

  /// Parent, video layer, and a red square at the parent's origin.
  func layers() -> (parent: CALayer, video: CALayer, square: CALayer) {
    let (parent, video, square) = (CALayer(), CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    video.frame = parent.frame
    square.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.backgroundColor = Self.red
    parent.addSublayer(video)
    parent.addSublayer(square)
    return (parent, video, square)
  }

  @Test func `R34: the origin of layers is at the bottom left`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.color(20, 160).isNear(Self.ground))
    #expect(try !picture.color(20, 20).isNear(Self.ground))
    #expect(try picture.shown() == Shown(1, 3))
  }

  @Test func `R34: a flipped root has its origin at the top left`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    tree.parent.isGeometryFlipped = true
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.color(20, 20).isNear(Self.ground))
    // The film itself stays upright.
    #expect(try picture.color(300, 45).isNear(.black, within: 40))
  }

  @Test func `R68: the video layer places the film`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    tree.parent.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    tree.video.frame = CGRect(x: 160, y: 90, width: 160, height: 90)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    let picture = try await image(of: composition, video, at: f(3))
    // y counts from the bottom, so this is the upper right quarter.
    #expect(try picture.shown(in: CGRect(x: 160, y: 0, width: 160, height: 90)) == Shown(1, 3))
    #expect(try picture.color(60, 60).isNear(RGB(red: 0, green: 0, blue: 255)))
  }

  @Test func `R68: several video layers get copies of the film`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    let second = CALayer()
    tree.video.frame = CGRect(x: 0, y: 90, width: 160, height: 90)
    second.frame = CGRect(x: 160, y: 90, width: 160, height: 90)
    tree.parent.addSublayer(second)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayers: [tree.video, second], in: tree.parent)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.shown(in: CGRect(x: 0, y: 0, width: 160, height: 90)) == Shown(1, 3))
    #expect(try picture.shown(in: CGRect(x: 160, y: 0, width: 160, height: 90)) == Shown(1, 3))
  }

  @Test func `R68: order of sublayers is back to front`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    // The film over the square.
    tree.video.removeFromSuperlayer()
    tree.parent.insertSublayer(tree.video, at: 1)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try !picture.color(20, 160).isNear(Self.ground))
  }

  @Test func `R68: an additional layer is an input like a track`() async throws {
    let (composition, video) = try await setting()
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.backgroundColor = Self.red
    let id = composition.unusedTrackID()
    let extra = AVMutableVideoCompositionLayerInstruction()
    extra.trackID = id
    extra.setOpacity(0, at: f(30))
    let own = try #require(video.instructions.first as? AVMutableVideoCompositionInstruction)
    own.layerInstructions.insert(extra, at: 0)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      additionalLayer: square, asTrackID: id)
    func isValid() -> Bool {
      video.isValid(for: composition, timeRange: f(0, 60), validationDelegate: nil)
    }
    #expect(isValid())
    let (early, late) = (
      try await image(of: composition, video, at: f(3)),
      try await image(of: composition, video, at: f(40))
    )
    #expect(try early.color(20, 160).isNear(Self.ground))
    #expect(try !late.color(20, 160).isNear(Self.ground))
    #expect(try early.shown() == Shown(1, 3))
  }

  @Test func `R69: animation times are those of the film`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    tree.square.opacity = 0
    let appear = CABasicAnimation(keyPath: "opacity")
    appear.fromValue = 1
    appear.toValue = 1
    appear.beginTime = AVCoreAnimationBeginTimeAtZero + 1
    appear.duration = 0.5
    appear.isRemovedOnCompletion = false
    tree.square.add(appear, forKey: "appear")
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    for (frame, isSeen) in [(10, false), (29, false), (31, true), (44, true), (46, false)] {
      let picture = try await image(of: composition, video, at: f(frame))
      #expect(try picture.color(20, 160).isNear(Self.ground) == isSeen, "frame \(frame)")
    }
  }

  @Test func `R69: exports with a later range keep the times of the composition`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    tree.square.opacity = 0
    let appear = CABasicAnimation(keyPath: "opacity")
    (appear.fromValue, appear.toValue) = (1, 1)
    appear.beginTime = 1
    appear.duration = 10
    appear.isRemovedOnCompletion = false
    tree.square.add(appear, forKey: nil)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    let file = try await Exported(composition, video, range: f(20, 40))
    defer { file.remove() }
    let result = AVURLAsset(url: file.url)
    #expect(try await !image(of: result, at: f(8)).color(20, 160).isNear(Self.ground, within: 30))
    #expect(try await image(of: result, at: f(12)).color(20, 160).isNear(Self.ground, within: 30))
  }

  @Test func `R70: an instruction without post-processing skips the tool`() async throws {
    let (composition, video) = try await setting(), tree = layers()
    let track = try #require(composition.tracks.first)
    let plain = instruction(f(30, 60), [layer(track)])
    plain.enablePostProcessing = false
    video.instructions = [instruction(f(0, 30), [layer(track)]), plain]
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.video, in: tree.parent)
    #expect(try await image(of: composition, video, at: f(10)).color(20, 160).isNear(Self.ground))
    #expect(try await !image(of: composition, video, at: f(40)).color(20, 160).isNear(Self.ground))
  }
}
