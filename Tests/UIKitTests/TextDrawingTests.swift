import Testing
import UIKit

/// Texts in contexts: their size, their place, and what their attributes do.
@Suite struct TextDrawingTests {
  /// The rectangle of the pixels of an image that are not transparent; `nil` if there are none.
  private func ink(_ image: UIImage) throws -> CGRect? {
    let (pixels, width) = try pixels(image)
    let places = pixels.indices.filter { $0 % 4 == 3 && pixels[$0] > 64 }.map {
      (x: $0 / 4 % width, y: $0 / 4 / width)
    }
    guard let left = places.map(\.x).min(), let right = places.map(\.x).max(),
      let top = places.map(\.y).min(), let bottom = places.map(\.y).max()
    else { return nil }
    return CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Red, green, blue and alpha of all pixels, from the top.
  private func pixels(_ image: UIImage) throws -> ([UInt8], Int) {
    let source = try #require(image.cgImage)
    let width = source.width, height = source.height
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { memory in
      CGContext(
        data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8,
        bytesPerRow: width * 4, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.draw(source, in: CGRect(x: 0, y: 0, width: width, height: height))
    }
    return (bytes, width)
  }

  private func drawn(_ draw: () -> Void) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 200, height: 120)).image { _ in draw() }
  }

  private let large: [NSAttributedString.Key: Any] = [
    .font: UIFont.boldSystemFont(ofSize: 30), .foregroundColor: UIColor.red,
  ]

  @Test func `a text lies where it is drawn, as large as it says`() throws {
    let size = "HE".size(withAttributes: large)
    #expect(size.width > 30 && size.width < 60 && size.height > 30 && size.height < 50)
    let area = try #require(
      try ink(drawn { ("HE" as NSString).draw(at: CGPoint(x: 40, y: 20), withAttributes: large) }))
    #expect(area.minX >= 40 && area.maxX <= 40 + size.width)
    #expect(area.minY >= 20 && area.maxY <= 20 + size.height)
    // Capitals are upright: their ink is as high as about 0.7 of the font's size.
    #expect(area.height > 18 && area.height < 26)
    // The three forms draw the same.
    let forms: [() -> Void] = [
      { "HE".draw(at: CGPoint(x: 40, y: 20), withAttributes: large) },
      { NSAttributedString(string: "HE", attributes: large).draw(at: CGPoint(x: 40, y: 20)) },
    ]
    for form in forms { #expect(try ink(drawn(form)) == area) }
  }

  @Test func `a text is upright`() throws {
    // The ink of an L is at the left above, and wide below.
    let (pixels, width) = try pixels(drawn { "L".draw(at: .zero, withAttributes: large) })
    let area = try #require(try ink(drawn { "L".draw(at: .zero, withAttributes: large) }))
    func count(_ row: Int) -> Int {
      (0..<width).count { pixels[(row * width + $0) * 4 + 3] > 64 }
    }
    #expect(count(Int(area.minY) + 2) < count(Int(area.maxY) - 2))
  }

  @Test func `lines wrap in the width of a rectangle, and are aligned`() throws {
    let text = NSMutableAttributedString(string: "one two three four five", attributes: large)
    let free = text.size()
    let bounds = text.boundingRect(
      with: CGSize(width: 120, height: CGFloat.greatestFiniteMagnitude),
      options: .usesLineFragmentOrigin, context: nil)
    #expect(bounds.width <= 121 && bounds.height > free.height * 2.5)
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    let right = NSAttributedString(
      string: "i", attributes: large.merging([.paragraphStyle: style]) { $1 })
    let area = try #require(
      try ink(drawn { right.draw(in: CGRect(x: 0, y: 0, width: 200, height: 60)) }))
    #expect(area.minX > 180)
    style.lineBreakMode = .byTruncatingTail
    style.alignment = .left
    let cut = NSAttributedString(
      string: "one two three four five six seven",
      attributes: large.merging([.paragraphStyle: style]) { $1 })
    let line = try #require(
      try ink(drawn { cut.draw(in: CGRect(x: 0, y: 0, width: 150, height: 100)) }))
    #expect(line.maxX <= 150 && line.height < 40)
  }

  @Test func `outline and distance of letters are drawn`() throws {
    let plain = try #require(
      try ink(drawn { "HE".draw(at: CGPoint(x: 20, y: 20), withAttributes: large) }))
    let wide = try #require(
      try ink(
        drawn {
          "HE".draw(
            at: CGPoint(x: 20, y: 20), withAttributes: large.merging([.kern: 12]) { $1 })
        }))
    #expect(wide.width >= plain.width + 10)
    let outlined = drawn {
      "HE".draw(
        at: CGPoint(x: 20, y: 20),
        withAttributes: large.merging([
          .strokeWidth: -20.0, .strokeColor: UIColor.blue,
        ]) { $1 })
    }
    let area = try #require(try ink(outlined))
    #expect(area.width >= plain.width + 4)
    let bytes = try pixels(outlined).0
    let blue = stride(from: 0, to: bytes.count, by: 4).count {
      bytes[$0 + 2] > 200 && bytes[$0] < 60
    }
    let red = stride(from: 0, to: bytes.count, by: 4).count {
      bytes[$0] > 200 && bytes[$0 + 2] < 60
    }
    #expect(blue > 50 && red > 50)
  }

  @Test func `values in NSValue are those of Core Graphics`() {
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
    #expect(NSValue(cgSize: CGSize(width: 3, height: 4)).cgSizeValue.height == 4)
    #expect(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue.minY == 2)
    let rotation = CGAffineTransform(rotationAngle: 1)
    #expect(NSValue(cgAffineTransform: rotation).cgAffineTransformValue == rotation)
    // Core Image takes transforms in this form.
    let filter = CIFilter(name: "CIAffineTransform")
    filter?.setValue(NSValue(cgAffineTransform: rotation), forKey: kCIInputTransformKey)
    #expect(filter?.value(forKey: kCIInputTransformKey) as? CGAffineTransform == rotation)
    let turn = CATransform3DMakeRotation(1, 0, 0, 1)
    #expect(NSValue(caTransform3D: turn).caTransform3DValue == turn)
  }

  @Test func `a layer has values under key paths`() {
    let layer = CALayer()
    layer.setValue(0.5, forKeyPath: "transform.scale")
    layer.setValue(CGFloat.pi / 2, forKeyPath: "transform.rotation.z")
    layer.setValue(7, forKeyPath: "transform.translation.x")
    layer.setValue(0.25, forKey: "opacity")
    layer.setValue(NSValue(cgPoint: CGPoint(x: 3, y: 4)), forKey: "position")
    layer.setValue("mine", forKey: "own")
    #expect(layer.opacity == 0.25 && layer.position == CGPoint(x: 3, y: 4))
    #expect(layer.value(forKey: "own") as? String == "mine")
    #expect(abs((layer.value(forKeyPath: "transform.scale") as? CGFloat ?? 0) - 0.5) < 1e-9)
    // Scale first, then the rotation from x towards y, then the offset.
    let point = CGPoint(x: 2, y: 0).applying(CATransform3DGetAffineTransform(layer.transform))
    #expect(abs(point.x - 7) < 1e-9 && abs(point.y - 1) < 1e-9)
  }
}
