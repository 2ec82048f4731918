import AVFoundation
import Testing

/// Rules 13, 16, 17, 21, 23 to 25: corners, parts of images, and how they are scaled.
@Suite(.serialized) struct ContentsTests {
  @Test func `R13: a radius is at most half of the shorter side`() async throws {
    let stage = try await Stage()
    stage.add(CGRect(x: 20, y: 20, width: 60, height: 40)).cornerRadius = 100
    let image = try await stage.image()
    // Half circles of radius 20 about (40, 40) and (60, 40): (28.5, 24.5) is 19.3 from the first.
    // An ellipse of 60 × 40 would leave it dark.
    #expect(try image.light(28, 24) > 0.8 && image.light(71, 55) > 0.8)
    #expect(try image.light(50, 21) > 0.9 && image.light(21, 40) > 0.9)
    #expect(try image.light(22, 22) < 0.1 && image.light(77, 57) < 0.1)
  }

  @Test(arguments: [false, true])
  func `R16: the visible part of an image counts y as the layer does`(isFlipped: Bool) async throws
  {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = isFlipped
    // White over red; in an unflipped tree y = 0 is the bottom.
    let image = try picture([[Stage.white], [Stage.red]])
    let layer = stage.show(image, CGRect(x: 20, y: 20, width: 40, height: 40))
    layer.magnificationFilter = .nearest
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
    let low = isFlipped ? [true, true, true] : [true, false, false]
    let first = try await stage.image()
    // The middle of the part is the middle of its pixel.
    let middle = isFlipped ? 59 : 40
    #expect(try first.color(40, middle) == low)
    layer.contentsRect = CGRect(x: 0, y: 0.5, width: 1, height: 0.5)
    let second = try await stage.image()
    #expect(
      try second.color(40, middle) == (isFlipped ? [true, false, false] : [true, true, true]))
  }

  @Test func `R16: outside of the image its edge pixels repeat`() async throws {
    let stage = try await Stage()
    let image = try picture([[Stage.red, Stage.blue]])
    let layer = stage.show(image, CGRect(x: 20, y: 20, width: 80, height: 20))
    // From -1/2 to 3/2: the image itself lies from 40 to 80, its edge at 60.
    layer.contentsRect = CGRect(x: -0.5, y: 0, width: 2, height: 1)
    let shown = try await stage.image()
    for x in [22, 38, 48] { #expect(try shown.color(x, 30) == [true, false, false], "\(x)") }
    for x in [71, 82, 97] { #expect(try shown.color(x, 30) == [false, false, true], "\(x)") }
  }

  @Test func `R17: the centre of an image is stretched, its edges keep their size`() async throws {
    let stage = try await Stage()
    let row =
      Array(repeating: Stage.red, count: 10) + Array(repeating: Stage.green, count: 10)
      + Array(repeating: Stage.blue, count: 10)
    let image = try picture(Array(repeating: row, count: 10))
    let layer = stage.show(image, CGRect(x: 20, y: 20, width: 100, height: 10))
    let even = try await stage.image()
    #expect(try even.color(40, 25) == [true, false, false])
    layer.contentsCenter = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
    let shown = try await stage.image()
    // 10 pixels of red, 80 of green, 10 of blue.
    for (x, color) in [
      (25, [true, false, false]), (34, [false, true, false]), (70, [false, true, false]),
      (105, [false, true, false]), (115, [false, false, true]),
    ] { #expect(try shown.color(x, 25) == color, "\(x)") }
  }

  @Test func `R21: filters are accepted and not drawn`() async throws {
    let stage = try await Stage()
    let under = stage.add(CGRect(x: 0, y: 0, width: 100, height: 100), Stage.red)
    let over = stage.add(CGRect(x: 10, y: 10, width: 40, height: 40), Stage.blue)
    let plain = try await stage.image().bytes()
    over.compositingFilter = "a filter"
    under.filters = ["a filter"]
    over.backgroundFilters = ["a filter"]
    let image = try await stage.image()
    #expect(try image.bytes() == plain)
    #expect(try image.color(30, 30) == [false, false, true])
  }

  @Test(arguments: [
    "multiplyBlendMode", "CIMultiplyBlendMode", "differenceBlendMode", "normalBlendMode",
  ])
  func `a layer is blended by the mode that its compositing filter names`(name: String) async throws
  {
    let stage = try await Stage()
    _ = stage.add(CGRect(x: 0, y: 0, width: 100, height: 100), Stage.red)
    let over = stage.add(CGRect(x: 10, y: 10, width: 40, height: 40), Stage.blue)
    over.compositingFilter = name
    #expect(over.settingsWithoutEffect.isEmpty)
    let image = try await stage.image()
    let expected =
      switch name {
      case "differenceBlendMode": [true, false, true]
      case "normalBlendMode": [false, false, true]
      default: [false, false, false]
      }
    #expect(try image.color(30, 30) == expected)
    #expect(try image.color(80, 80) == [true, false, false])
  }

  @Test func `R23: perspective is not drawn, the rest of the matrix is`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 80, y: 30, width: 40, height: 40))
    var matrix = CATransform3DIdentity
    matrix.m34 = -1 / 100
    layer.transform = CATransform3DRotate(matrix, .pi / 3, 0, 1, 0)
    let image = try await stage.image()
    // cos 60° makes it 20 wide; both ends stay 40 high.
    #expect(try image.light(88, 50) < 0.1 && image.light(111, 50) < 0.1)
    for x in [92, 107] {
      for y in [32, 67] { #expect(try image.light(x, y) > 0.9, "\(x), \(y)") }
      for y in [27, 72] { #expect(try image.light(x, y) < 0.1, "\(x), \(y)") }
    }
  }

  @Test func `R24: images grow by linear interpolation`() async throws {
    let stage = try await Stage()
    _ = stage.show(
      try picture([[CGColor.black, Stage.white]]), CGRect(x: 20, y: 20, width: 80, height: 20))
    let image = try await stage.image()
    // The centres of the two pixels are at 40 and 80.
    for x in [30, 45, 50, 60, 70, 75, 90] {
      let expected: Double = min(max((Double(x) - 39.5) / 40, 0), 1)
      #expect(abs(try image.light(x, 30) - expected) < 0.04, "\(x)")
    }
  }

  @Test func `R24: images shrink by area`() async throws {
    let stage = try await Stage()
    // Of five columns one is white: a fifth of the light, at any place.
    let row = (0..<100).map { $0 % 5 == 0 ? Stage.white : CGColor.black }
    _ = stage.show(
      try picture(Array(repeating: row, count: 100)), CGRect(x: 20, y: 20, width: 10, height: 10))
    let image = try await stage.image()
    for x in 21..<29 { #expect(abs(try image.light(x, 25) - 0.2) < 0.05, "\(x)") }
  }

  @Test func `R25: rasterizing changes nothing`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 40), Stage.red)
    layer.cornerRadius = 12
    layer.opacity = 0.5
    _ = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20), Stage.blue, in: layer)
    let plain = try await stage.image().bytes()
    layer.shouldRasterize = true
    layer.rasterizationScale = 2
    #expect(try await stage.image().bytes() == plain)
  }
}
