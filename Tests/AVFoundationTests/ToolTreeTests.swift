import AVFoundation
import TestSupport
import Testing

/// Rules Q70 to Q76: how the tree of a tool lies in the picture.
@Suite(.serialized) struct ToolTreeTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  let ground = RGB(red: 255, green: 0, blue: 0)

  func setting(
    background: CGColor? = nil
  ) async throws -> (AVMutableComposition, AVMutableVideoComposition) {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 60), of: Clips.silent(1).video(), at: .zero)
    let layers = background == nil ? [layer(track)] : []
    return (
      composition, videoComposition([instruction(f(0, 60), layers, background: background)])
    )
  }

  func square(_ frame: CGRect, _ color: CGColor = red, in parent: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    parent?.addSublayer(layer)
    return layer
  }

  /// A root with a video layer of its size.
  func tree(_ frame: CGRect) -> (root: CALayer, picture: CALayer) {
    let (root, picture) = (CALayer(), CALayer())
    root.frame = frame
    picture.frame = root.bounds
    root.addSublayer(picture)
    return (root, picture)
  }

  let whole = CGRect(x: 0, y: 0, width: 320, height: 180)

  @Test func `Q71: the picture fills a video layer of any form`() async throws {
    let (composition, video) = try await setting(), tree = tree(whole)
    tree.root.backgroundColor = Self.red
    tree.picture.frame = CGRect(x: 20, y: 0, width: 120, height: 180)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    var picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.shown(in: CGRect(x: 20, y: 0, width: 120, height: 180)) == Shown(1, 3))
    #expect(try picture.color(10, 90).isNear(ground) && picture.color(150, 90).isNear(ground))
    // By its gravity it keeps its sides: 120 × 67.5 in the middle.
    tree.picture.contentsGravity = .resizeAspect
    picture = try await image(of: composition, video, at: f(3))
    #expect(
      try picture.shown(in: CGRect(x: 20, y: 56.25, width: 120, height: 67.5)) == Shown(1, 3))
    #expect(try picture.color(80, 40).isNear(ground) && picture.color(80, 140).isNear(ground))
  }

  @Test func `Q71: a video layer is rounded, bordered and animated`() async throws {
    let (composition, video) = try await setting(background: Self.blue), tree = tree(whole)
    tree.picture.frame = CGRect(x: 100, y: 50, width: 80, height: 80)
    (tree.picture.cornerRadius, tree.picture.masksToBounds) = (40, true)
    (tree.picture.borderWidth, tree.picture.borderColor) = (10, Self.red)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (140, 260, 2)
    move.beginTime = AVCoreAnimationBeginTimeAtZero
    tree.picture.add(move, forKey: nil)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    // At half of it the centre is at (200, 90).
    let picture = try await image(of: composition, video, at: f(30))
    #expect(try picture.color(200, 90).isNear(RGB(red: 0, green: 0, blue: 255)))
    #expect(try picture.color(165, 90).isNear(ground) && picture.color(235, 90).isNear(ground))
    #expect(try picture.color(164, 54).isNear(.black) && picture.color(140, 90).isNear(.black))
  }

  @Test func `Q72: a smaller root lies at the bottom left, unscaled`() async throws {
    let (composition, video) = try await setting()
    let tree = tree(CGRect(x: 0, y: 0, width: 160, height: 90))
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.shown(in: CGRect(x: 0, y: 90, width: 160, height: 90)) == Shown(1, 3))
    for (x, y) in [(80, 40), (240, 40), (240, 130)] {
      #expect(try picture.color(x, y).isNear(.black), "\(x), \(y)")
    }
  }

  @Test func `Q72: the root's position counts`() async throws {
    let (composition, video) = try await setting()
    let tree = tree(CGRect(x: 160, y: 90, width: 160, height: 90))
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.shown(in: CGRect(x: 160, y: 0, width: 160, height: 90)) == Shown(1, 3))
    #expect(try picture.color(80, 130).isNear(.black))
  }

  @Test func `Q72: a larger root is clipped`() async throws {
    let (composition, video) = try await setting()
    let tree = tree(CGRect(x: 0, y: 0, width: 640, height: 360))
    // The upper right quarter lies outside, the lower left one fills the picture.
    _ = square(CGRect(x: 0, y: 0, width: 30, height: 30), in: tree.root)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(picture.width == 320 && picture.height == 180)
    #expect(try picture.color(15, 165).isNear(ground) && !picture.color(45, 165).isNear(ground))
    #expect(try picture.shown() == nil)
  }

  @Test func `Q74: an instruction crops, moves and fades an additional layer`() async throws {
    let (composition, video) = try await setting(background: Self.blue)
    let id = composition.unusedTrackID(), own = AVMutableVideoCompositionLayerInstruction()
    own.trackID = id
    // In the picture it is at (0…40, 140…180) from the top left.
    own.setTransform(CGAffineTransform(translationX: 100, y: -50), at: .zero)
    own.setOpacity(0.5, at: f(30))
    let under = try #require(video.instructions.first as? AVMutableVideoCompositionInstruction)
    under.layerInstructions = [own]
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      additionalLayer: square(CGRect(x: 0, y: 0, width: 40, height: 40)), asTrackID: id)
    let (early, late) = (
      try await image(of: composition, video, at: f(3)),
      try await image(of: composition, video, at: f(40))
    )
    #expect(try early.color(120, 110).isNear(ground))
    // Around the layer its frame is transparent.
    for (x, y) in [(20, 160), (120, 80), (150, 110), (120, 140)] {
      #expect(try early.color(x, y).isNear(RGB(red: 0, green: 0, blue: 255)), "\(x), \(y)")
    }
    #expect(try late.color(120, 110).isNear(RGB(red: 128, green: 0, blue: 128)))
    own.setCropRectangle(CGRect(x: 0, y: 160, width: 320, height: 20), at: .zero)
    under.layerInstructions = [own]
    let cropped = try await image(of: composition, video, at: f(3))
    #expect(try cropped.color(120, 120).isNear(ground))
    #expect(try cropped.color(120, 100).isNear(RGB(red: 0, green: 0, blue: 255)))
  }

  @Test func `Q76: layers blend in encoded values, with premultiplied images`() async throws {
    let (composition, video) = try await setting(background: Self.blue), tree = tree(whole)
    let half = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    _ = square(CGRect(x: 0, y: 0, width: 40, height: 40), half, in: tree.root)
    square(CGRect(x: 40, y: 0, width: 40, height: 40), half, in: tree.root).opacity = 0.5
    let context = try #require(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(half)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let shown = CALayer()
    shown.frame = CGRect(x: 80, y: 0, width: 40, height: 40)
    shown.contents = context.makeImage()
    tree.root.addSublayer(shown)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let picture = try await image(of: composition, video, at: f(3))
    // a · (255, 0, 0) + (1 - a) · (0, 0, 255).
    for (x, alpha) in [(20, 0.5), (60, 0.25), (100, 0.5)] {
      let expected = RGB(red: Int(255 * alpha), green: 0, blue: Int(255 * (1 - alpha)))
      let color = try picture.color(x, 160)
      #expect(color.isNear(expected), "\(x): \(color)")
    }
  }

  @Test func `Q27, Q69: previews, exports and images have the same overlay`() async throws {
    let (composition, video) = try await setting(background: Self.blue), tree = tree(whole)
    let mark = square(CGRect(x: 0, y: 0, width: 40, height: 40), in: tree.root)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (20, 300, 2)
    move.beginTime = AVCoreAnimationBeginTimeAtZero
    mark.add(move, forKey: nil)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let file = try await Exported(composition, video, range: f(15, 45))
    defer { file.remove() }
    // 20 + 140 t at the film's 1 s: frame 15 of the file.
    let (first, second) = (
      try await image(of: composition, video, at: f(30)),
      try await image(of: AVURLAsset(url: file.url), at: f(15))
    )
    for picture in [first, second] {
      #expect(try picture.color(160, 160).isNear(ground, within: 30))
      #expect(try !picture.color(130, 160).isNear(ground, within: 60))
      #expect(try !picture.color(190, 160).isNear(ground, within: 60))
    }
  }
}
