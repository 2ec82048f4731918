import QuartzCore
import Testing

/// The tree of layers.
struct LayerTreeTests {
  func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  func names(_ layer: CALayer) -> [String] { (layer.sublayers ?? []).compactMap(\.name) }

  @Test func `sublayers are inserted where they should be`() {
    let root = CALayer(),
      (a, b, c, d, e) = (named("a"), named("b"), named("c"), named("d"), named("e"))
    root.addSublayer(a)
    root.addSublayer(b)
    root.insertSublayer(c, at: 0)
    root.insertSublayer(d, below: b)
    root.insertSublayer(e, above: a)
    #expect(names(root) == ["c", "a", "e", "d", "b"])
    #expect(e.superlayer === root)
  }

  @Test func `a layer has one superlayer`() {
    let (first, second, leaf) = (CALayer(), CALayer(), named("leaf"))
    first.addSublayer(leaf)
    second.addSublayer(leaf)
    #expect(names(first).isEmpty && names(second) == ["leaf"])
    #expect(leaf.superlayer === second)
    leaf.removeFromSuperlayer()
    #expect(names(second).isEmpty && leaf.superlayer == nil)
  }

  @Test func `adding again moves to the front`() {
    let root = CALayer(), (a, b) = (named("a"), named("b"))
    root.addSublayer(a)
    root.addSublayer(b)
    root.addSublayer(a)
    #expect(names(root) == ["b", "a"])
  }

  @Test func `replacing keeps the place`() {
    let root = CALayer(), (a, b, c) = (named("a"), named("b"), named("c"))
    root.sublayers = [a, b]
    root.replaceSublayer(a, with: c)
    #expect(names(root) == ["c", "b"])
    #expect(a.superlayer == nil && c.superlayer === root)
    root.sublayers = nil
    #expect(b.superlayer == nil)
  }

  @Test func `R10: a mask has the masked layer as superlayer and is no sublayer`() {
    let (layer, mask) = (CALayer(), CALayer())
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.sublayers == nil)
    layer.mask = nil
    #expect(mask.superlayer == nil)
  }

  @Test func `a layer is an object that programs extend`() {
    let layer: NSObject = CALayer()
    #expect(layer is CALayer)
    #expect(CATextLayer() as CALayer is CATextLayer)
    #expect(CALayer(layer: named("x")).bounds == .zero)
  }
}
