import CoreGraphics
import Testing

struct ColorTests {
  @Test func `a colour has its components and its alpha`() throws {
    let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(color.components == [0.25, 0.5, 0.75, 0.5])
    #expect(color.numberOfComponents == 4)
    #expect(color.alpha == 0.5)
    #expect(color.copy(alpha: 1)?.components == [0.25, 0.5, 0.75, 1])
    #expect(CGColor(gray: 0.5, alpha: 1).numberOfComponents == 2)
    #expect(color == CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
    #expect(color != CGColor.black)
  }

  @Test func `a colour of a space takes its components`() throws {
    let color = try #require(
      CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1]))
    #expect(color.components == [1, 0, 0, 1])
    #expect(color.colorSpace?.numberOfComponents == 3)
    #expect(CGColorSpace(name: CGColorSpace.sRGB)?.model == .rgb)
    #expect(CGColorSpaceCreateDeviceGray().numberOfComponents == 1)
  }

  @Test func `rectangles, points and sizes by their old makers`() {
    #expect(CGRectMake(1, 2, 3, 4) == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(CGPointMake(1, 2) == CGPoint(x: 1, y: 2))
    #expect(CGSizeMake(1, 2) == CGSize(width: 1, height: 2))
    #expect(CGRectZero == .zero && CGRectInfinite == .infinite)
    #expect(CGVector(dx: 1, dy: 2).dy == 2)
  }

  @Test func `rectangles have their helpers`() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 20)
    #expect(rect.insetBy(dx: 1, dy: 2) == CGRect(x: 1, y: 2, width: 8, height: 16))
    #expect(rect.offsetBy(dx: 5, dy: 5).origin == CGPoint(x: 5, y: 5))
    #expect(rect.intersection(CGRect(x: 5, y: 5, width: 50, height: 5)).width == 5)
    #expect(rect.union(CGRect(x: 20, y: 20, width: 1, height: 1)).maxX == 21)
    #expect(rect.contains(CGPoint(x: 9, y: 19)) && !rect.contains(CGPoint(x: 10, y: 0)))
    #expect(rect.midX == 5 && rect.midY == 10)
    let parts = rect.divided(atDistance: 4, from: .minYEdge)
    #expect(parts.slice.height == 4 && parts.remainder.minY == 4)
  }
}
