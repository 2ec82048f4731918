import CutawayElementKit
import CutawayLayers
import Testing

/// Layers whose colours are mixed with what lies below them.
@Suite struct BlendTests {
  private func multiplied(_ image: PlanarImage, _ x: Int, _ y: Int, by part: Double) -> Bool {
    // Grey of a luma of 100 stays grey.
    let expected = 16 + (100.0 - 16) * part
    return abs(Double(image[0, x, y]) - expected) <= 1 && abs(Int(image[1, x, y]) - 128) <= 1
      && abs(Int(image[2, x, y]) - 128) <= 1
  }

  @Test func `a layer is mixed with the picture, with all layers in it as one`() throws {
    // The white box in the layer covers its grey one; both lie over the picture by one multiplication.
    let image = try TreeImage.drawn(
      """
      [{frame: [10, 10, 40, 40], background: '#808080', blend: multiply,
        layers: [{frame: [20, 0, 20, 40], background: white}]}]
      """)
    #expect(multiplied(image, 15, 30, by: 128.0 / 255))
    #expect(multiplied(image, 40, 30, by: 1))
    #expect(image[0, 5, 5] == 100 && image[0, 60, 60] == 100)
  }

  @Test func `opacity and movement count as without a mode`() throws {
    let tree = """
      [{frame: [10, 10, 40, 40], background: '#808080', blend: multiply, opacity: 0.5,
        offset: [{range: [0, 1], from: [0, 0], to: [20, 10]}]}]
      """
    let part = 0.5 + 0.5 * 128.0 / 255
    let image = try TreeImage.drawn(tree, frame: 5)
    #expect(multiplied(image, 21, 16, by: part) && multiplied(image, 58, 53, by: part))
    #expect(image[0, 18, 30] == 100 && image[0, 62, 30] == 100)
  }

  @Test func `layers in a bitmap are mixed with what lies below them in it`() throws {
    // The mask makes one bitmap of all.
    let tree = """
      [{frame: [0, 0, 96, 64], mask: {shape: rectangle}, background: '#ff8000', layers: [
        {frame: [10, 10, 30, 30], background: '#8000ff', blend: difference},
        {frame: [50, 10, 30, 30], background: '#8000ff', blend: multiply, opacity: 0.5}]}]
      """
    let image = try TreeImage.drawn(tree)
    func isClose(_ x: Int, _ y: Int, _ color: SIMD3<Double>) -> Bool {
      let expected = TreeImage.components(color / 255)
      return (0..<3).allSatisfy { abs(Double(image[$0, x, y]) - expected[$0]) <= 1.5 }
    }
    #expect(isClose(25, 25, SIMD3(127, 128, 255)))
    #expect(isClose(65, 25, SIMD3(191.5, 64, 0)))
    #expect(isClose(45, 25, SIMD3(255, 128, 0)))
  }

  @Test func `a still layer that is opaque is mixed, too`() throws {
    // It would be kept as planes, which cover what is below.
    let image = try TreeImage.drawn("[{background: white, blend: difference}]")
    let expected = 16 + 219 * (1 - 84.0 / 219)
    #expect(abs(Double(image[0, 48, 32]) - expected) <= 1)
  }
}
