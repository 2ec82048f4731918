import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import CutawayTime
import Glibc
import TestSupport
import Testing

@Suite struct TransformRampTests {
  private let background = SIMD4<Double>(90, 110, 130, 255)

  @Test(arguments: TransformRamp.layouts)
  func `the identity passes every frame on unchanged`(layout: PixelLayout) throws {
    let image = chart(width: 61, height: 37, layout: layout)
    let ramp = TransformRamp { $0.keyframes = "0=1,0,0,1,0,0" }
    #expect(try image.rendered(by: ramp, width: 61, height: 37) == image)
  }

  @Test(arguments: [(0, 0), (7, 3), (-5, 11), (-61, 0)])
  func `a shift by whole pixels is bit-exact`(dx: Int, dy: Int) throws {
    let image = chart(width: 61, height: 37)
    let ramp = TransformRamp { $0.keyframes = "0=1,0,0,1,\(dx),\(dy)" }
    let result = try image.rendered(by: ramp, width: 80, height: 60)
    for y in 0..<60 {
      for x in 0..<80 {
        let (u, v) = (x - dx, y - dy)
        let isInside = (0..<61).contains(u) && (0..<37).contains(v)
        #expect(result[x, y] == (isInside ? image[u, v] : Pixel()))
      }
    }
  }

  @Test(arguments: [
    "0,1,-1,0,37,0", "-1,0,0,-1,61,37", "0,-1,1,0,0,61", "-1,0,0,1,61,0", "0,1,1,0,0,0",
  ])
  func `quarter turns and mirroring are bit-exact`(matrix: String) throws {
    let image = chart(width: 61, height: 37)
    let ramp = TransformRamp { $0.keyframes = "0=\(matrix)" }
    let values = matrix.split(separator: ",").compactMap { Double($0) }
    let m = TransformMatrix(components: values)
    let result = try image.rendered(by: ramp, width: 61, height: 61)
    for y in 0..<37 {
      for x in 0..<61 {
        let target = m.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
        #expect(result[Int(target.x), Int(target.y)] == image[x, y])
      }
    }
  }

  @Test(arguments: 0..<60)
  func `random transforms look like the reference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let image = chart(width: 160, height: 100, layout: seed % 2 == 0 ? .ayuv : .bgra)
    let scale = exp(Double.random(in: -1.6...1.0, using: &random))
    let isUpright = seed % 3 == 0
    let turn = isUpright ? 0 : Double.random(in: -180...180, using: &random)
    let stretch = exp(Double.random(in: -0.3...0.3, using: &random))
    let matrix = TransformMatrix.scale(x: scale * stretch, y: scale / stretch)
      .concatenating(.rotation(degrees: turn))
      .concatenating(
        .translation(
          x: Double.random(in: -20...120, using: &random),
          y: Double.random(in: -20...80, using: &random)))
    var crop = Rectangle(x: 0, y: 0, width: 160, height: 100)
    if seed % 4 == 1 {
      crop = Rectangle(
        x: Double.random(in: 0...60, using: &random), y: Double.random(in: 0...40, using: &random),
        width: Double.random(in: 10...90, using: &random),
        height: Double.random(in: 10...50, using: &random))
    }
    let values = AnimatedValue(matrix).keyframes
    let ramp = TransformRamp {
      $0.keyframes = Shared(text: values)
      if seed % 4 == 1 { $0.crop = Shared(text: AnimatedValue(crop).keyframes) }
    }
    let result = try image.rendered(by: ramp, width: 192, height: 120)
    let expected = ReferenceRenderer(source: image, transform: matrix, visible: crop)
      .draw(width: 192, height: 120, over: background)
    let ratio = psnr(
      result.composed(over: background), expected, alphaIndex: image.format.layout.alphaIndex)
    #expect(ratio >= 40, "scale \(scale) turn \(turn) stretch \(stretch)")
  }

  @Test(arguments: 1...7)
  func `the number of bands changes nothing`(bands: Int) throws {
    let image = chart(width: 160, height: 100)
    let ramp = TransformRamp { $0.keyframes = "0..1=1,0,0,1,0,0>0.4,0.3,-0.3,0.4,60,10" }
    let whole = try image.rendered(by: ramp, width: 120, height: 90, at: .milliseconds(700))
    let parts = try image.rendered(
      by: ramp, width: 120, height: 90, at: .milliseconds(700), bands: bands)
    #expect(whole == parts)
  }

  @Test func `a uniform picture keeps its colour under any transform`() throws {
    let pixel = Pixel(200, 100, 50, 255)
    let image = Image(width: 64, height: 64, filledWith: pixel)
    for degrees in stride(from: 0.0, to: 360, by: 7) {
      let matrix = TransformMatrix.scale(x: 1.7, y: 0.6).concatenating(.rotation(degrees: degrees))
        .concatenating(.translation(x: 50, y: 50))
      let ramp = TransformRamp { $0.keyframes = Shared(text: AnimatedValue(matrix).keyframes) }
      let result = try image.rendered(by: ramp, width: 100, height: 100)
      for drawn in result.pixels where drawn[3] != 0 {
        #expect(drawn.replacing(with: 255, where: .init([false, false, false, true])) == pixel)
      }
    }
  }

  @Test(arguments: ["0=0,0,0,0,0,0", "0=1,0,0,0,0,0", "0=1,1,1,1,0,0"])
  func `a transform that flattens the picture shows nothing`(keyframes: String) throws {
    let image = chart(width: 20, height: 20)
    let ramp = TransformRamp { $0.keyframes = Shared(text: keyframes) }
    let result = try image.rendered(by: ramp, width: 20, height: 20)
    #expect(result.pixels.allSatisfy { $0 == Pixel() })
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 1), (1, 9), (3, 5)])
  func `pictures of a few pixels can be drawn at any size`(width: Int, height: Int) throws {
    let image = chart(width: width, height: height)
    for keyframes in ["0=3,0,0,3,1,1", "0=0.3,0.1,-0.2,0.4,2,2", "0=-2.5,0,0,1.1,9,0.5"] {
      let ramp = TransformRamp { $0.keyframes = Shared(text: keyframes) }
      let result = try image.rendered(by: ramp, width: 11, height: 13)
      #expect(result.format.width == 11)
    }
  }

  @Test func `an empty crop shows nothing and the whole crop everything`() throws {
    let image = chart(width: 40, height: 30)
    let nothing = TransformRamp { $0.crop = "0=10,10,0,20" }
    #expect(
      try image.rendered(by: nothing, width: 40, height: 30).pixels.allSatisfy { $0 == Pixel() })
    let everything = TransformRamp { $0.crop = "0=-5,-5,100,100" }
    #expect(try image.rendered(by: everything, width: 40, height: 30) == image)
  }

  @Test func `an error quotes text that is not keyframes`() {
    let ramp = TransformRamp { $0.keyframes = "0=1,0,0,1" }
    let error = #expect(throws: ElementError.self) {
      try chart(width: 4, height: 4).rendered(by: ramp, width: 4, height: 4)
    }
    #expect(error?.description.contains("'0=1,0,0,1'") == true)
  }
}
