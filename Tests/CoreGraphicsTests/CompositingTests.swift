import CoreGraphics
import Testing

/// Modes, shadows, gradients, masks and layers of bitmap contexts, against formulas.
struct CompositingTests {
  private func context(_ width: Int = 32, _ height: Int = 32) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Premultiplied red, green, blue and alpha at a column and a row from the top.
  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [Int] {
    let data = try #require(context.data)
    let place = y * context.bytesPerRow + x * 4
    return (0..<4).map { Int(data.load(fromByteOffset: place + $0, as: UInt8.self)) }
  }

  private func near(_ a: [Int], _ b: [Double], _ limit: Double = 2) -> Bool {
    zip(a, b).allSatisfy { abs(Double($0) - $1) <= limit }
  }

  /// The separable modes of ISO 32000-1, table 136: backdrop `b`, source `s`.
  static let separable: [(CGBlendMode, @Sendable (_ b: Double, _ s: Double) -> Double)] = [
    (.normal, { $1 }), (.multiply, { $0 * $1 }), (.screen, { $0 + $1 - $0 * $1 }),
    (.darken, { min($0, $1) }), (.lighten, { max($0, $1) }),
    (.difference, { abs($0 - $1) }), (.exclusion, { $0 + $1 - 2 * $0 * $1 }),
    (.hardLight, { $1 <= 0.5 ? $0 * 2 * $1 : $0 + (2 * $1 - 1) - $0 * (2 * $1 - 1) }),
    (.overlay, { $0 <= 0.5 ? $1 * 2 * $0 : $1 + (2 * $0 - 1) - $1 * (2 * $0 - 1) }),
    (.colorDodge, { $0 == 0 ? 0 : $1 >= 1 ? 1 : min(1, $0 / (1 - $1)) }),
    (.colorBurn, { $0 >= 1 ? 1 : $1 <= 0 ? 0 : 1 - min(1, (1 - $0) / $1) }),
    (.plusLighter, { min(1, $0 + $1) }),
  ]

  @Test func `modes of colours follow their formulas`() throws {
    let (below, above) = ([0.2, 0.6, 0.9], [0.7, 0.3, 0.55])
    for (mode, formula) in Self.separable {
      let context = try context()
      context.setFillColor(red: below[0], green: below[1], blue: below[2], alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 32, height: 32))
      context.setBlendMode(mode)
      context.setFillColor(red: above[0], green: above[1], blue: above[2], alpha: 1)
      context.fill(CGRect(x: 8, y: 8, width: 16, height: 16))
      let expected = zip(below, above).map { 255 * formula($0, $1) } + [255]
      #expect(near(try pixel(context, 16, 16), expected), "\(mode)")
      #expect(near(try pixel(context, 2, 2), below.map { $0 * 255 } + [255]), "\(mode)")
    }
  }

  /// Porter and Duff's factors of source and destination, of their alphas.
  static let operators: [(CGBlendMode, @Sendable (_ s: Double, _ d: Double) -> (Double, Double))] =
    [
      (.clear, { _, _ in (0, 0) }), (.copy, { _, _ in (1, 0) }), (.sourceIn, { ($1, 0 * $0) }),
      (.sourceOut, { (1 - $1, 0 * $0) }), (.sourceAtop, { ($1, 1 - $0) }),
      (.destinationOver, { (1 - $1, 1 + 0 * $0) }), (.destinationIn, { (0 * $1, $0) }),
      (.destinationOut, { (0 * $1, 1 - $0) }), (.destinationAtop, { (1 - $1, $0) }),
      (.xor, { (1 - $1, 1 - $0) }),
    ]

  @Test func `operators of alpha change only what is drawn`() throws {
    for (mode, factors) in Self.operators {
      let context = try context()
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.6)
      context.fill(CGRect(x: 0, y: 0, width: 32, height: 32))
      context.setBlendMode(mode)
      context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
      context.fill(CGRect(x: 8, y: 8, width: 16, height: 16))
      let (source, destination) = factors(1, 0.6)
      let expected = [
        153 * destination, 0, 255 * source, 255 * (source + 0.6 * destination),
      ]
      #expect(near(try pixel(context, 16, 16), expected), "\(mode)")
      #expect(near(try pixel(context, 2, 2), [153, 0, 0, 153]), "\(mode)")
    }
  }

  @Test func `a shadow lies at its offset, whatever the transform`() throws {
    for scale in [1.0, 3] as [CGFloat] {
      let context = try context()
      context.scaleBy(x: scale, y: scale)
      context.setShadow(
        offset: CGSize(width: 6, height: -4), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      // Columns 8 to 15, rows 8 to 15 from the top.
      context.fill(
        CGRect(x: 8 / scale, y: 16 / scale, width: 8 / scale, height: 8 / scale))
      #expect(near(try pixel(context, 10, 10), [255, 0, 0, 255]))
      // Down, because y grows upwards.
      #expect(near(try pixel(context, 20, 18), [0, 0, 0, 128]))
      #expect(try pixel(context, 10, 5) == [0, 0, 0, 0])
      context.setShadow(offset: .zero, blur: 0, color: nil)
      context.fill(CGRect(x: 0, y: 0, width: 2 / scale, height: 2 / scale))
      #expect(try pixel(context, 7, 30) == [0, 0, 0, 0])
    }
    let soft = try context(64, 64)
    soft.setShadow(offset: CGSize(width: 0, height: 0), blur: 8)
    soft.setFillColor(red: 0, green: 0, blue: 0, alpha: 1)
    soft.fill(CGRect(x: 16, y: 16, width: 32, height: 32))
    // Half of a third at the edge, fewer farther away; a standard deviation of 4.
    let edge = try pixel(soft, 15, 32)[3], far = try pixel(soft, 8, 32)[3]
    #expect((30...44).contains(edge) && far < 6 && far >= 0)
  }

  @Test func `a gradient has its colours, and ends where the options say`() throws {
    let colors = [
      CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1),
    ]
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: colors, locations: nil))
    for options in [
      [], .drawsBeforeStartLocation, .drawsAfterEndLocation,
      [.drawsBeforeStartLocation, .drawsAfterEndLocation],
    ] as [CGGradientDrawingOptions] {
      let context = try context(64, 8)
      context.drawLinearGradient(
        gradient, start: CGPoint(x: 16, y: 0), end: CGPoint(x: 48, y: 0), options: options)
      for x in 17..<47 {
        let part = (Double(x) + 0.5 - 16) / 32
        #expect(near(try pixel(context, x, 4), [255 * (1 - part), 0, 255 * part, 255], 3))
      }
      #expect(
        try pixel(context, 4, 4)[3] == (options.contains(.drawsBeforeStartLocation) ? 255 : 0))
      #expect(try pixel(context, 60, 4)[3] == (options.contains(.drawsAfterEndLocation) ? 255 : 0))
    }
    let context = try context(64, 64)
    context.drawRadialGradient(
      gradient, startCenter: CGPoint(x: 32, y: 32), startRadius: 8,
      endCenter: CGPoint(x: 32, y: 32), endRadius: 24, options: [])
    #expect(try pixel(context, 32, 32)[3] == 0)
    #expect(near(try pixel(context, 32 + 16, 32), [127, 0, 127, 255], 10))
    #expect(try pixel(context, 60, 32)[3] == 0)
  }

  @Test func `a mask limits drawing by alpha, or by brightness`() throws {
    let mask = try context(2, 1)
    mask.setFillColor(gray: 1, alpha: 1)
    mask.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let byAlpha = try #require(mask.makeImage())
    mask.setFillColor(gray: 0, alpha: 1)
    mask.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let byLuma = try #require(mask.makeImage())
    for image in [byAlpha, byLuma] {
      let context = try context()
      context.interpolationQuality = .none
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 0, width: 32, height: 32), mask: image)
      context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 32, height: 32))
      context.restoreGState()
      #expect(near(try pixel(context, 3, 16), [0, 255, 0, 255]))
      #expect(near(try pixel(context, 29, 16), [0, 0, 0, 0]))
      context.fill(CGRect(x: 28, y: 0, width: 4, height: 32))
      #expect(try pixel(context, 29, 16)[3] == 255)
    }
  }

  @Test func `a layer is mixed as one`() throws {
    let context = try context()
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 32))
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(CGRect(x: 10, y: 0, width: 22, height: 32))
    context.endTransparencyLayer()
    #expect(near(try pixel(context, 5, 16), [128, 0, 0, 128]))
    // Where they overlap, the upper one alone counts.
    #expect(near(try pixel(context, 15, 16), [0, 0, 128, 128]))
    context.endTransparencyLayer()
    context.setAlpha(1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(try pixel(context, 0, 31)[3] == 255)
  }

  @Test func `rules, dashes and hard edges count`() throws {
    let rings = try context()
    rings.addRect(CGRect(x: 2, y: 2, width: 28, height: 28))
    rings.addRect(CGRect(x: 10, y: 10, width: 12, height: 12))
    rings.fillPath(using: .evenOdd)
    #expect(try pixel(rings, 5, 16)[3] == 255 && pixel(rings, 16, 16)[3] == 0)
    let clipped = try context()
    clipped.addRect(CGRect(x: 2, y: 2, width: 28, height: 28))
    clipped.addRect(CGRect(x: 10, y: 10, width: 12, height: 12))
    clipped.clip(using: .evenOdd)
    clipped.fill(CGRect(x: 0, y: 0, width: 32, height: 32))
    #expect(try pixel(clipped, 5, 16)[3] == 255 && pixel(clipped, 16, 16)[3] == 0)

    let dashed = try context()
    dashed.setLineWidth(4)
    dashed.setLineDash(phase: 4, lengths: [4, 4])
    dashed.strokeLineSegments(between: [CGPoint(x: 0, y: 16), CGPoint(x: 32, y: 16)])
    // It starts with a gap.
    #expect(try pixel(dashed, 2, 16)[3] == 0 && pixel(dashed, 6, 16)[3] == 255)

    let hard = try context()
    hard.setShouldAntialias(false)
    hard.fillEllipse(in: CGRect(x: 3.3, y: 3.3, width: 20.5, height: 20.5))
    for y in 0..<32 { for x in 0..<32 { #expect([0, 255].contains(try pixel(hard, x, y)[3])) } }

    let tiles = try context()
    let tile = try context(4, 4)
    tile.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    tiles.interpolationQuality = .none
    tiles.draw(
      try #require(tile.makeImage()), in: CGRect(x: 9, y: 9, width: 4, height: 4), byTiling: true)
    for x in 0..<32 { #expect(try pixel(tiles, x, 20)[3] == ((x + 3) % 4 < 2 ? 255 : 0)) }
  }
}
