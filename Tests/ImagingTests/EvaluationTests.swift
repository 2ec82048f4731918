import CutawayImaging
import CutawayKeyframes
import Testing

/// How recipes are evaluated.
@Suite struct EvaluationTests {
  private func blurred(_ picture: Picture, _ radius: Double) throws -> Picture {
    var blur = GaussianBlurFilter()
    (blur.image, blur.radius) = (picture, radius)
    return try #require(blur.output)
  }

  @Test func `a picture that many steps read is the same for each`() throws {
    var random = SplitMix64(state: 5)
    let input = try SamplePicture(width: 40, height: 30, using: &random).picture
    // The blurred picture is read by a later blur, by a map, and by the result.
    let first = try blurred(input, 2)
    let second = try blurred(first.moved(x: 3, y: 1), 1.5)
    let third = second.transformed(by: .scale(x: 0.7, y: 1.3)).over(first)
    let region = Region(x: -2, y: -2, width: 40, height: 30)
    let whole = third.over(second).pixels(of: region)
    // The same with each step computed apart.
    func fixed(_ picture: Picture) throws -> Picture {
      try SamplePicture(picture.extent, picture.pixels(of: picture.extent)).picture
    }
    let one = try fixed(first), two = try fixed(try blurred(one.moved(x: 3, y: 1), 1.5))
    let three = two.transformed(by: .scale(x: 0.7, y: 1.3)).over(one)
    let apart = three.over(two).pixels(of: region)
    for (a, b) in zip(whole, apart) {
      let difference = a - b
      #expect((difference * difference).sum() < 1e-8)
    }
  }

  @Test func `transforms of transforms sample once`() throws {
    var random = SplitMix64(state: 9)
    let input = try SamplePicture(width: 16, height: 16, using: &random).picture
    let there = TransformMatrix(a: 0.8, b: 0.3, c: -0.2, d: 0.9, tx: 2.5, ty: -1.25)
    let back = TransformMatrix(
      a: 0.9 / 0.78, b: -0.3 / 0.78, c: 0.2 / 0.78, d: 0.8 / 0.78, tx: 0, ty: 0)
    let home = there.concatenating(back)
    let both = back.concatenating(.translation(x: -home.tx, y: -home.ty))
    // There and back is the picture itself, without a blur.
    let result = input.transformed(by: there).transformed(by: both)
    let region = Region(width: 16, height: 16)
    for (a, b) in zip(result.pixels(of: region), input.pixels(of: region)) {
      let difference = a - b
      #expect((difference * difference).sum() < 1e-6)
    }
  }

  @Test func `what has no room in memory is reported`() {
    final class Nowhere: PixelTarget {
      func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {}
    }
    // The scaled picture would need all of the plane in memory.
    let scaled = Picture.color(.white).transformed(by: .scale(x: 0.7, y: 0.7))
    let large = Picture.processed(
      [scaled], extent: Region(width: 8, height: 8), required: { _, _ in .infinite }
    ) { _, region in Array(repeating: SIMD4(), count: region.width * region.height) }
    #expect(!large.render(Region(width: 8, height: 8), into: Nowhere()))
    #expect(Picture.color(.white).render(Region(width: 8, height: 8), into: Nowhere()))
    #expect(!Picture.color(.white).render(.infinite, into: Nowhere()))
  }
}
