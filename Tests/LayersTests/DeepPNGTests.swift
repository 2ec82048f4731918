import CutawayMedia
import CutawayModel
import Foundation
import TestSupport
import Testing

/// PNG files of 16 bits.
@Suite struct DeepPNGTests {
  @Test(arguments: PNGFile.Kind.allCases, [(1, 1), (7, 5), (64, 3)])
  func `pictures of 16 bits have exact components`(
    kind: PNGFile.Kind, size: (width: Int, height: Int)
  ) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: UInt64(kind.rawValue) * 100 + UInt64(size.width))
    let count = size.width * size.height * kind.components
    let components: [UInt16] = (0..<count).map { _ in .random(in: 0...65_535, using: &random) }
    let file = folder.file("deep.png")
    try PNGFile.deep(kind, components, width: size.width).write(to: file)
    let image = try MovingImage(at: file.path).first
    #expect(image.width == size.width && image.height == size.height)
    for pixel in 0..<size.width * size.height {
      let own = components[pixel * kind.components..<(pixel + 1) * kind.components].map { Int($0) }
      let expected =
        switch kind {
        case .grey: [own[0], own[0], own[0], 65_535]
        case .greyWithAlpha: [own[0], own[0], own[0], own[1]]
        case .color: own + [65_535]
        case .colorWithAlpha: own
        }
      for (index, value) in expected.enumerated() {
        // The pixels of layers have 8 bits.
        let shown = Int(image.pixels[4 * pixel + index]) * 257
        #expect(abs(shown - value) <= 257, "component \(index) of pixel \(pixel)")
      }
    }
  }

  @Test func `a picture of one blue is not taken for another order`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    for color: [UInt16] in [[1_000, 20_000, 65_535], [65_535, 20_000, 1_000], [0, 65_535, 0]] {
      let file = folder.file("flat.png")
      try PNGFile.deep(.color, (0..<12).flatMap { _ in color }, width: 4).write(to: file)
      let pixels = try MovingImage(at: file.path).first.pixels
      for (index, byte) in pixels.enumerated() {
        let value = index % 4 == 3 ? 65_535 : Int(color[index % 4])
        #expect(abs(Int(byte) * 257 - value) <= 257)
      }
    }
  }
}
