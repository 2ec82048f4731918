import AVFoundation
import Testing

/// Rules 59 to 61: lines and their parts.
@Suite(.serialized) struct StrokeTests {
  func line(_ points: [[CGPoint]]) -> CGPath {
    let path = CGMutablePath()
    for part in points {
      path.move(to: part[0])
      for point in part.dropFirst() { path.addLine(to: point) }
    }
    return path
  }

  func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

  /// Which of some columns have light in a row.
  func lit(_ image: CGImage, _ columns: [Int], row y: Int = 50) throws -> [Bool] {
    try columns.map { try image.light($0, y) > 0.5 }
  }

  @Test func `R59: a line is centred on its path, over the fill, and leaves the bounds`()
    async throws
  {
    let stage = try await Stage(), shape = CAShapeLayer()
    shape.frame = CGRect(x: 50, y: 30, width: 10, height: 10)
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 60, height: 40), transform: nil)
    (shape.fillColor, shape.strokeColor, shape.lineWidth) = (Stage.red, Stage.blue, 10)
    stage.root.addSublayer(shape)
    let image = try await stage.image()
    #expect(try image.color(80, 50) == [true, false, false])
    // Five pixels to each side of x = 110 and of x = 50.
    for x in [106, 113, 46, 53] { #expect(try image.color(x, 50) == [false, false, true], "\(x)") }
    for x in [103, 57] { #expect(try image.color(x, 50) == [true, false, false], "\(x)") }
    for x in [116, 43] { #expect(try image.color(x, 50) == [false, false, false], "\(x)") }
    (shape.fillColor, shape.strokeColor) = (nil, nil)
    #expect(try await stage.image().light(80, 50) < 0.05)
  }

  @Test func `R60: start and end cut by length`() async throws {
    let stage = try await Stage(), shape = stage.stroke(line([[p(50, 50), p(150, 50)]]))
    (shape.strokeStart, shape.strokeEnd) = (0.25, 0.75)
    let image = try await stage.image()
    #expect(
      try lit(image, [55, 72, 78, 122, 128, 145]) == [false, false, true, true, false, false])
  }

  @Test func `R60: sub-paths are cut after each other`() async throws {
    let stage = try await Stage()
    // 40 and 60 long, so half of both ends 10 into the second.
    let shape = stage.stroke(line([[p(20, 20), p(60, 20)], [p(100, 80), p(160, 80)]]))
    shape.strokeEnd = 0.5
    let image = try await stage.image()
    #expect(try lit(image, [22, 57], row: 20) == [true, true])
    #expect(try lit(image, [102, 107, 113, 155], row: 80) == [true, true, false, false])
  }

  @Test func `R60: a start behind the end draws nothing`() async throws {
    let stage = try await Stage(), shape = stage.stroke(line([[p(50, 50), p(150, 50)]]))
    (shape.strokeStart, shape.strokeEnd) = (0.75, 0.25)
    #expect(try await lit(stage.image(), [60, 100, 140]) == [false, false, false])
  }

  @Test func `R60: dashes and gaps alternate`() async throws {
    let stage = try await Stage(), shape = stage.stroke(line([[p(50, 50), p(150, 50)]]))
    shape.lineDashPattern = [20, 20]
    let whole = try await stage.image()
    let expected = [true, true, false, false, true, true, false]
    #expect(try lit(whole, [55, 65, 75, 85, 95, 105, 115]) == expected)
  }

  @Test func `R60: caps apply at the cut ends`() async throws {
    let stage = try await Stage(), shape = stage.stroke(line([[p(50, 50), p(150, 50)]]))
    shape.strokeEnd = 0.5
    shape.lineCap = .square
    // Half a line's width beyond 100, and before 50.
    #expect(try await lit(stage.image(), [43, 47, 103, 107]) == [false, true, true, false])
  }

  @Test func `R61: a rectangle starts at its smallest corner, along x`() async throws {
    let stage = try await Stage()
    let shape = stage.stroke(
      CGPath(rect: CGRect(x: 60, y: 20, width: 60, height: 60), transform: nil))
    shape.strokeEnd = 0.25
    let image = try await stage.image()
    #expect(try lit(image, [65, 115], row: 20) == [true, true])
    #expect(try lit(image, [65, 115], row: 80) == [false, false])
    #expect(try lit(image, [60, 120], row: 50) == [false, false])
    shape.strokeEnd = 0.5
    #expect(try await lit(stage.image(), [60, 120], row: 50) == [false, true])
  }

  @Test func `R61: an ellipse starts at its right end, towards larger y`() async throws {
    let stage = try await Stage()
    let shape = stage.stroke(
      CGPath(ellipseIn: CGRect(x: 70, y: 20, width: 60, height: 60), transform: nil))
    shape.strokeEnd = 0.25
    let image = try await stage.image()
    // At 45° of each quarter: 100 ± 21, 50 ± 21.
    #expect(try lit(image, [78, 121], row: 71) == [false, true])
    #expect(try lit(image, [78, 121], row: 28) == [false, false])
  }

  @Test func `R61: a rounded rectangle starts after its first corner, along x`() async throws {
    let stage = try await Stage()
    let shape = stage.stroke(
      CGPath(
        roundedRect: CGRect(x: 50, y: 20, width: 100, height: 60), cornerWidth: 20,
        cornerHeight: 20, transform: nil))
    // The lower side is 60 long, from 70 to 130; the whole line 160 + 40π.
    shape.strokeEnd = 50 / (160 + 40 * CGFloat.pi)
    let image = try await stage.image()
    #expect(try lit(image, [67, 73, 115, 126], row: 20) == [false, true, true, false])
    #expect(try lit(image, [80, 120], row: 79) == [false, false])
  }
}
