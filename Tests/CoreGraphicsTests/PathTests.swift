import CoreGraphics
import Testing

struct PathTests {
  @Test func `a rectangle contains its inside`() {
    let path = CGPath(rect: CGRect(x: 10, y: 20, width: 30, height: 40), transform: nil)
    #expect(path.boundingBox == CGRect(x: 10, y: 20, width: 30, height: 40))
    #expect(path.contains(CGPoint(x: 11, y: 21)))
    #expect(!path.contains(CGPoint(x: 9, y: 21)))
    #expect(!path.isEmpty && CGMutablePath().isEmpty)
  }

  @Test func `an ellipse touches the sides of its rectangle`() {
    let box = CGRect(x: 0, y: 0, width: 100, height: 50)
    let path = CGPath(ellipseIn: box, transform: nil)
    let tight = path.boundingBoxOfPath
    #expect(abs(tight.width - 100) < 0.5 && abs(tight.height - 50) < 0.5)
    #expect(path.contains(CGPoint(x: 50, y: 25)))
    #expect(!path.contains(CGPoint(x: 5, y: 5)))
  }

  @Test func `a transform moves a path`() {
    var move = CGAffineTransform(translationX: 100, y: 0)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: &move)
    #expect(path.boundingBox.minX == 100)
    let copy = path.copy(using: &move)
    #expect(copy?.boundingBox.minX == 200)
  }

  @Test func `lines and curves end where they say`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    #expect(path.currentPoint == CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 9, y: 9), control: CGPoint(x: 5, y: 20))
    path.addCurve(
      to: CGPoint(x: 0, y: 0), control1: CGPoint(x: -8, y: 0), control2: CGPoint(x: 0, y: -8))
    #expect(path.currentPoint == .zero)
    #expect(path.boundingBox.maxY == 20)
    #expect(path.boundingBoxOfPath.maxY < 20)
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
  }

  @Test func `even-odd leaves a hole where winding does not`() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
    path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    let middle = CGPoint(x: 15, y: 15)
    #expect(path.contains(middle, using: .winding))
    #expect(!path.contains(middle, using: .evenOdd))
  }

  @Test func `a mutable copy is independent`() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    let copy = try #require(path.mutableCopy())
    copy.addRect(CGRect(x: 50, y: 50, width: 10, height: 10))
    #expect(path.boundingBox.maxX == 10)
    #expect(copy.boundingBox.maxX == 60)
    #expect(path != copy)
  }

  @Test func `rounded rectangles and arcs stay in their boxes`() {
    let box = CGRect(x: 0, y: 0, width: 40, height: 20)
    let rounded = CGPath(roundedRect: box, cornerWidth: 5, cornerHeight: 5, transform: nil)
    #expect(rounded.boundingBox == box)
    #expect(!rounded.contains(CGPoint(x: 0.5, y: 0.5)))
    #expect(rounded.contains(CGPoint(x: 5, y: 5)))
    let arc = CGMutablePath()
    arc.addArc(
      center: CGPoint(x: 50, y: 50), radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
    // Counter-clockwise where y grows upwards: from (60, 50) over (50, 60).
    #expect(abs(arc.boundingBoxOfPath.maxY - 60) < 0.1)
    #expect(arc.boundingBoxOfPath.minY > 49.9)
    #expect(abs(arc.currentPoint.x - 40) < 1e-6)
  }
}
