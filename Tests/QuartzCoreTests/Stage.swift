import AVFoundation
import TestSupport
import Testing

/// A black film of two seconds, 200 × 100 at 30 frames per second, with layers over it.
struct Stage {
  let root = CALayer()
  let composition: AVMutableComposition
  let video: AVMutableVideoComposition

  init() async throws {
    let media = TestMedia(video: .init(frameCount: 60, clip: 1))
    let asset = AVURLAsset(url: try await media.file())
    composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let source = try #require(asset.tracks(withMediaType: .video).first)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 30))
    try track.insertTimeRange(whole, of: source, at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = whole
    video = AVMutableVideoComposition()
    video.renderSize = CGSize(width: 200, height: 100)
    video.frameDuration = CMTime(value: 1, timescale: 30)
    video.instructions = [instruction]
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let picture = CALayer()
    picture.frame = root.frame
    root.addSublayer(picture)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: root)
  }

  /// The images of times in frames.
  func images(_ frames: Int...) async throws -> [CGImage] {
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    generator.videoComposition = video
    var result: [CGImage] = []
    let times = frames.map { CMTime(value: CMTimeValue($0), timescale: 30) }
    for await element in generator.images(for: times) { result.append(try element.image) }
    return result
  }

  func image(_ frame: Int = 0) async throws -> CGImage {
    try #require(try await images(frame).first)
  }

  /// A layer with a background.
  func add(
    _ frame: CGRect, _ color: CGColor = white, in parent: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    (parent ?? root).addSublayer(layer)
    return layer
  }

  static let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

extension CGImage {
  /// The brightness of a pixel in 0…1, with y from the bottom as layers count.
  func light(_ x: Int, _ y: Int) throws -> Double {
    let data = try #require(dataProvider?.data)
    let start = (height - 1 - y) * bytesPerRow + x * 4
    return (Double(data[start]) + Double(data[start + 1]) + Double(data[start + 2])) / 765
  }

  /// Which of red, green and blue are bright, with y from the bottom.
  func color(_ x: Int, _ y: Int) throws -> [Bool] {
    let data = try #require(dataProvider?.data)
    let start = (height - 1 - y) * bytesPerRow + x * 4
    return (0..<3).map { data[start + $0] > 128 }
  }

  /// Red, green and blue of a pixel in 0…1, with y from the bottom.
  func parts(_ x: Int, _ y: Int) throws -> [Double] {
    let data = try #require(dataProvider?.data)
    let start = (height - 1 - y) * bytesPerRow + x * 4
    return (0..<3).map { Double(data[start + $0]) / 255 }
  }

  /// The centre of the light of a row, and of a column, in coordinates of layers.
  func centre(row y: Int) throws -> Double {
    try centre(try (0..<width).map { try light($0, y) })
  }
  func centre(column x: Int) throws -> Double {
    try centre(try (0..<height).map { try light(x, $0) })
  }
  private func centre(_ lights: [Double]) throws -> Double {
    let total = lights.reduce(0, +)
    try #require(total > 0.5, "no light")
    return lights.indices.reduce(0) { $0 + (Double($1) + 0.5) * lights[$1] } / total
  }

  /// All bytes.
  func bytes() throws -> [UInt8] { Array(try #require(dataProvider?.data)) }

  /// The first and last row, from the bottom, in which columns have light.
  func litRows(_ columns: Range<Int>) throws -> ClosedRange<Int>? {
    let rows = try (0..<height).filter { y in
      try columns.contains { try light($0, y) > 0.3 }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return first...last
  }
}

/// An image whose rows come from the top, each a list of colours.
func picture(_ rows: [[CGColor]]) throws -> CGImage {
  let (width, height) = (rows[0].count, rows.count)
  let context = try #require(
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  for (y, row) in rows.enumerated() {
    for (x, color) in row.enumerated() {
      context.setFillColor(color)
      context.fill(CGRect(x: x, y: height - 1 - y, width: 1, height: 1))
    }
  }
  return try #require(context.makeImage())
}

extension Stage {
  static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)

  /// A layer with an image.
  func show(_ image: CGImage, _ frame: CGRect) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.contents = image
    root.addSublayer(layer)
    return layer
  }

  /// A layer that strokes a path in white, ten pixels wide, in the root's coordinates.
  func stroke(_ path: CGPath) -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.frame = root.bounds
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = Self.white
    shape.lineWidth = 10
    root.addSublayer(shape)
    return shape
  }
}

extension CAAnimation {
  /// The animation from the film's start, over seconds.
  func over(_ seconds: Double) -> Self {
    beginTime = AVCoreAnimationBeginTimeAtZero
    duration = seconds
    isRemovedOnCompletion = false
    return self
  }
}

extension CABasicAnimation {
  convenience init(_ path: String, _ from: Any?, _ to: Any?, by: Any? = nil) {
    self.init(keyPath: path)
    (fromValue, toValue, byValue) = (from, to, by)
  }
}
