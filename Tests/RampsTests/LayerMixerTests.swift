import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import Glibc
import TestSupport
import Testing

@Suite struct LayerMixerTests {
  private func layer(
    _ matrix: TransformMatrix = .identity, crop: Rectangle? = nil, opacity: Double = 1
  ) -> LayerMixer.Input {
    LayerMixer.Input {
      if matrix != .identity { $0.transform = Shared(text: AnimatedValue(matrix).keyframes) }
      if let crop { $0.crop = Shared(text: AnimatedValue(crop).keyframes) }
      if opacity != 1 { $0.opacity = Shared(text: AnimatedValue(opacity).keyframes) }
    }
  }

  private func mix(
    _ inputs: [(LayerMixer.Input, PlanarImage.Picture?)], width: Int, height: Int, bands: Int = 1
  ) throws -> PlanarImage {
    let inputs = inputs.map { (settings: $0.0, picture: $0.1) }
    return try PlanarImage.mixed(
      by: LayerMixer(), inputs, in: PlanarFormat(width: width, height: height), bands: bands)
  }

  @Test(
    arguments: [
      .scale(x: 1e-11, y: 1), .scale(x: 1, y: 1e-11), .translation(x: 1e20, y: 0),
      .translation(x: 0, y: -1e300),
      .rotation(degrees: 10).concatenating(.translation(x: 1e20, y: 0)),
      TransformMatrix(a: 1e-20, b: 0, c: 0, d: 1e10, tx: 0, ty: 0),
      TransformMatrix(a: 1e300, b: 1e300, c: -1e300, d: 1e300, tx: 1e300, ty: -1e300),
      TransformMatrix(a: 1e-9, b: 1, c: -1, d: 1e-9, tx: 1e15, ty: 0),
      TransformMatrix(a: 0, b: 0, c: 0, d: 0, tx: 3, ty: 3),
    ] as [TransformMatrix])
  func `a layer that is too small or too far away is not drawn`(matrix: TransformMatrix) throws {
    let gray = chart(width: 160, height: 100).gray
    let packed = chart(width: 160, height: 100)
    let nothing = try mix([], width: 192, height: 120)
    for picture in [PlanarImage.Picture.planar(gray.planar), .packed(packed)] {
      let result = try mix([(layer(matrix), picture)], width: 192, height: 120)
      #expect(result == nothing)
    }
  }

  /// A transform that may rotate, mirror, stretch, grow and shrink.
  private func randomMatrix(_ random: inout SeededGenerator, isUpright: Bool) -> TransformMatrix {
    let scale = exp(Double.random(in: -1.6...1.0, using: &random))
    let turn = isUpright ? 0 : Double.random(in: -180...180, using: &random)
    let stretch = exp(Double.random(in: -0.3...0.3, using: &random))
    let mirror = Bool.random(using: &random) ? -1.0 : 1
    return TransformMatrix.scale(x: scale * stretch * mirror, y: scale / stretch)
      .concatenating(.rotation(degrees: turn))
      .concatenating(
        .translation(
          x: Double.random(in: -20...140, using: &random),
          y: Double.random(in: -20...80, using: &random)))
  }

  @Test(arguments: 0..<80)
  func `random transforms of a planar layer look like the reference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 31 &+ 7)
    let gray = chart(width: 160, height: 100).gray
    let matrix = randomMatrix(&random, isUpright: seed % 3 == 0)
    var crop: Rectangle?
    if seed % 4 == 1 {
      crop = Rectangle(
        x: Double.random(in: 0...60, using: &random), y: Double.random(in: 0...40, using: &random),
        width: Double.random(in: 10...90, using: &random),
        height: Double.random(in: 10...50, using: &random))
    }
    let result = try mix(
      [(layer(matrix, crop: crop), .planar(gray.planar))], width: 192, height: 120)
    let expected = ReferenceRenderer(
      source: gray, transform: matrix,
      visible: crop ?? Rectangle(x: 0, y: 0, width: 160, height: 100)
    ).draw(width: 192, height: 120, over: SIMD4(repeating: 16))
    let drawn = result.planes[0].map { SIMD4<Double>(repeating: Double($0)) }
    #expect(psnr(drawn, expected, alphaIndex: 3) >= 40, "\(matrix)")
  }

  @Test(arguments: 0..<40)
  func `random transforms of a layer with alpha look like the reference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 37 &+ 11)
    let gray = chart(width: 160, height: 100).gray
    let matrix = randomMatrix(&random, isUpright: seed % 3 == 0)
    let result = try mix([(layer(matrix), .packed(gray.ayuv))], width: 192, height: 120)
    let expected = ReferenceRenderer(
      source: gray, transform: matrix, visible: Rectangle(x: 0, y: 0, width: 160, height: 100)
    ).draw(width: 192, height: 120, over: SIMD4(repeating: 16))
    let drawn = result.planes[0].map { SIMD4<Double>(repeating: Double($0)) }
    #expect(psnr(drawn, expected, alphaIndex: 3) >= 40, "\(matrix)")
  }

  @Test(arguments: 0..<40, [false, true])
  func `a rotated layer may shrink to less than a pixel`(seed: UInt64, isPacked: Bool) throws {
    var random = SeededGenerator(seed: seed &* 43 &+ 17)
    let size = (
      width: Int.random(in: 8...90, using: &random), height: Int.random(in: 1...60, using: &random)
    )
    let gray = chart(width: size.width, height: size.height).gray
    let scale = exp(Double.random(in: -6 ... -1.5, using: &random))
    let stretch = exp(Double.random(in: -1...1, using: &random))
    let matrix = TransformMatrix.scale(x: scale * stretch, y: scale / stretch)
      .concatenating(.rotation(degrees: Double.random(in: -180...180, using: &random)))
      .concatenating(
        .translation(
          x: Double.random(in: 5...40, using: &random),
          y: Double.random(in: 5...30, using: &random)))
    let result = try mix(
      [(layer(matrix), isPacked ? .packed(gray.ayuv) : .planar(gray.planar))], width: 48,
      height: 40)
    let expected = ReferenceRenderer(
      source: gray, transform: matrix,
      visible: Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    ).draw(width: 48, height: 40, over: SIMD4(repeating: 16))
    let drawn = result.planes[0].map { SIMD4<Double>(repeating: Double($0)) }
    #expect(psnr(drawn, expected, alphaIndex: 3) >= 32, "\(matrix)")
  }

  /// The positions of chroma samples: on the first of two columns, between two rows.
  private func site(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    (Double(2 * x) + 0.5, Double(2 * y) + 1)
  }

  @Test(arguments: 0..<40, [false, true])
  func `chroma stays where luma is`(seed: UInt64, isPacked: Bool) throws {
    var random = SeededGenerator(seed: seed &* 41 &+ 13)
    // Chroma that increases linearly from left to right and from top to bottom, which no filter
    // changes.
    func level(_ x: Double, _ y: Double) -> (u: Double, v: Double) {
      (40 + 0.5 * x + 0.6 * y, 220 - 0.7 * x - 0.4 * y)
    }
    var planar = PlanarImage(width: 160, height: 100, y: 90)
    var packed = Image(width: 160, height: 100, layout: .ayuv, filledWith: Pixel())
    for y in 0..<100 {
      for x in 0..<160 {
        let value = level(Double(x) + 0.5, Double(y) + 0.5)
        packed[x, y] = Pixel(255, 90, UInt8(value.u.rounded()), UInt8(value.v.rounded()))
        if x % 2 == 0, y % 2 == 0 {
          let place = site(x / 2, y / 2), value = level(place.x, place.y)
          planar[1, x / 2, y / 2] = UInt8(value.u.rounded())
          planar[2, x / 2, y / 2] = UInt8(value.v.rounded())
        }
      }
    }
    let matrix = randomMatrix(&random, isUpright: seed % 2 == 0)
    let picture = isPacked ? PlanarImage.Picture.packed(packed) : .planar(planar)
    let result = try mix([(layer(matrix), picture)], width: 192, height: 120)
    let inverse = try #require(matrix.inverse)
    var seen = 0
    for y in 0..<60 {
      for x in 0..<96 {
        let place = site(x, y), source = inverse.apply(x: place.x, y: place.y)
        // Far enough inside the layer that neither its edge nor the width of a filter matters.
        let reach = 3 + 3 * (abs(inverse.a) + abs(inverse.b) + abs(inverse.c) + abs(inverse.d))
        guard source.x > reach, source.y > reach, source.x < 160 - reach, source.y < 100 - reach
        else { continue }
        seen += 1
        let expected = level(source.x, source.y)
        #expect(abs(Double(result[1, x, y]) - expected.u) <= 2, "u \(x) \(y) \(matrix)")
        #expect(abs(Double(result[2, x, y]) - expected.v) <= 2, "v \(x) \(y) \(matrix)")
        if seen > 400 { return }
      }
    }
  }

  @Test(arguments: [(0, 0), (8, 2), (-6, 12), (-60, 0), (7, 3), (-5, 11)], [false, true])
  func `a shift of luma by whole pixels is bit-exact`(
    shift: (Int, Int), isPacked: Bool
  ) throws {
    let gray = chart(width: 61, height: 37).gray, (dx, dy) = shift
    let picture = isPacked ? PlanarImage.Picture.packed(gray.ayuv) : .planar(gray.planar)
    let result = try mix(
      [(layer(.translation(x: Double(dx), y: Double(dy))), picture)], width: 80, height: 60)
    for y in 0..<60 {
      for x in 0..<80 {
        let (u, v) = (x - dx, y - dy)
        let isInside = (0..<61).contains(u) && (0..<37).contains(v)
        #expect(result[0, x, y] == (isInside ? gray[u, v][0] : 16))
      }
    }
  }

  @Test(arguments: [
    "0,1,-1,0,37,0", "-1,0,0,-1,61,37", "0,-1,1,0,0,61", "-1,0,0,1,61,0", "0,1,1,0,0,0",
  ])
  func `quarter turns and mirroring of luma are bit-exact`(matrix: String) throws {
    let gray = chart(width: 61, height: 37).gray
    let m = TransformMatrix(components: matrix.split(separator: ",").compactMap { Double($0) })
    let result = try mix([(layer(m), .planar(gray.planar))], width: 61, height: 61)
    for y in 0..<37 {
      for x in 0..<61 {
        let target = m.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
        #expect(result[0, Int(target.x), Int(target.y)] == gray[x, y][0])
      }
    }
  }

  @Test func `opacity 1 gives the upper layer, 0 the lower, and equal layers stay`() throws {
    let a = chart(width: 64, height: 48).gray.planar
    let b = chart(width: 48, height: 64).gray.planar
    var lower = PlanarImage(width: 64, height: 48)
    for y in 0..<48 { for x in 0..<48 { lower[0, x, y] = b[0, x, y] } }
    let below = (layer(), PlanarImage.Picture.planar(lower))
    #expect(try mix([below, (layer(), .planar(a))], width: 64, height: 48) == a)
    #expect(try mix([below, (layer(opacity: 0), .planar(a))], width: 64, height: 48) == lower)
    for step in 0...20 {
      let above = layer(opacity: Double(step) / 20)
      let result = try mix([below, (above, .planar(lower))], width: 64, height: 48)
      #expect(result == lower)
      let mixed = try mix([below, (above, .planar(a))], width: 64, height: 48)
      for x in 0..<64 {
        let ideal =
          Double(a[0, x, 20]) * Double(step) / 20 + Double(lower[0, x, 20]) * Double(20 - step) / 20
        #expect(abs(Double(mixed[0, x, 20]) - ideal) <= 1)
      }
    }
  }

  @Test func `alpha mixes luma and chroma by its value`() throws {
    var logo = Image(width: 32, height: 2, layout: .ayuv, filledWith: Pixel())
    for x in 0..<32 { for y in 0..<2 { logo[x, y] = Pixel(UInt8(x * 8), 200, 60, 180) } }
    let ground = PlanarImage(width: 32, height: 2, y: 40, u: 140, v: 100)
    let result = try mix(
      [(layer(), .planar(ground)), (layer(opacity: 0.5), .packed(logo))], width: 32, height: 2)
    for x in 0..<32 {
      let alpha = Double(x * 8) / 255 * 128 / 255
      #expect(abs(Double(result[0, x, 0]) - (200 * alpha + 40 * (1 - alpha))) <= 1)
    }
    for x in 1..<15 {
      let alpha = Double(2 * x * 8) / 255 * 128 / 255
      #expect(abs(Double(result[1, x, 0]) - (60 * alpha + 140 * (1 - alpha))) <= 1.5)
      #expect(abs(Double(result[2, x, 0]) - (180 * alpha + 100 * (1 - alpha))) <= 1.5)
    }
  }

  @Test(arguments: 1...7)
  func `the number of bands changes nothing`(bands: Int) throws {
    let gray = chart(width: 160, height: 100).gray
    let turned = TransformMatrix.scale(x: 0.6, y: 0.7).concatenating(.rotation(degrees: 20))
      .concatenating(.translation(x: 40, y: 5))
    let small = TransformMatrix.scale(x: 0.3, y: 0.37).concatenating(.translation(x: 11.3, y: 7.1))
    let inputs: [(LayerMixer.Input, PlanarImage.Picture?)] = [
      (layer(.scale(x: 1.3, y: 1.2)), .planar(gray.planar)), (layer(), nil),
      (layer(turned, opacity: 0.7), .packed(gray.ayuv)), (layer(turned), .planar(gray.planar)),
      (layer(small, opacity: 0.4), .planar(gray.planar)),
    ]
    let whole = try mix(inputs, width: 121, height: 91)
    #expect(try mix(inputs, width: 121, height: 91, bands: bands) == whole)
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 1), (1, 9), (3, 5)])
  func `pictures of a few pixels can be drawn at any size`(width: Int, height: Int) throws {
    let planar = PlanarImage(width: width, height: height, y: 200)
    let packed = Image(
      width: width, height: height, layout: .ayuv, filledWith: Pixel(255, 200, 128, 128))
    for matrix in [
      TransformMatrix(a: 3, b: 0, c: 0, d: 3, tx: 1, ty: 1),
      TransformMatrix(a: 0.3, b: 0.1, c: -0.2, d: 0.4, tx: 2, ty: 2),
      TransformMatrix(a: -2.5, b: 0, c: 0, d: 1.1, tx: 9, ty: 0.5), .identity,
    ] {
      let inverse = try #require(matrix.inverse)
      // The extent of a pixel in the picture, to each side.
      let reach = (
        x: (abs(inverse.a) + abs(inverse.c)) / 2, y: (abs(inverse.b) + abs(inverse.d)) / 2
      )
      for picture in [PlanarImage.Picture.planar(planar), .packed(packed)] {
        let result = try mix([(layer(matrix), picture)], width: 11, height: 13)
        for y in 0..<13 {
          for x in 0..<11 {
            let place = inverse.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let (w, h) = (Double(width), Double(height))
            let depth = (x: min(place.x, w - place.x), y: min(place.y, h - place.y))
            let level = result[0, x, y]
            #expect((16...200).contains(level))
            // A pixel inside the picture is fully covered; one outside is not covered.
            if depth.x > reach.x - 1e-9, depth.y > reach.y - 1e-9 { #expect(level == 200) }
            if depth.x < -2 * reach.x - 0.5 || depth.y < -2 * reach.y - 0.5 { #expect(level == 16) }
          }
        }
      }
    }
  }

  @Test func `an invisible, empty or flat layer shows nothing`() throws {
    let gray = chart(width: 40, height: 30).gray
    let nothing = PlanarImage(width: 40, height: 30)
    for settings in [
      layer(crop: Rectangle(x: 10, y: 10, width: 0, height: 20)),
      layer(.translation(x: 40, y: 0)), layer(.translation(x: -41.5, y: 3)),
      layer(TransformMatrix(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)),
      layer(TransformMatrix(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)),
    ] {
      for picture in [PlanarImage.Picture.planar(gray.planar), .packed(gray.ayuv)] {
        #expect(try mix([(settings, picture)], width: 40, height: 30) == nothing)
      }
    }
    #expect(try mix([], width: 40, height: 30) == nothing)
  }

  @Test func `an error quotes text that is not keyframes`() {
    let input = LayerMixer.Input { $0.opacity = "0=half" }
    let error = #expect(throws: ElementError.self) {
      try mix([(input, .planar(PlanarImage(width: 4, height: 4)))], width: 4, height: 4)
    }
    #expect(error?.description.contains("'0=half'") == true)
  }

  @Test(arguments: [("0=7", "7.0"), ("0..1=0>1.5", "1.5"), ("0..1{0=1} 1..2{0=-0.1}", "-0.1")])
  func `an opacity out of range is an error that names it`(keyframes: String, value: String) throws
  {
    let input = LayerMixer.Input { $0.opacity = Shared(text: keyframes) }
    let error = #expect(throws: ElementError.self) {
      try mix([(input, .planar(PlanarImage(width: 4, height: 4)))], width: 4, height: 4)
    }
    #expect(error?.description == "opacity: a value lies between 0.0 and 1.0, not \(value)")
  }

  @Test func `an easing may exceed the range`() throws {
    let input = LayerMixer.Input { $0.opacity = "-1..1=0>1@bezier:0.3:2:0.7:2" }
    let white = try mix(
      [(LayerMixer.Input(), .planar(PlanarImage(width: 4, height: 4)))], width: 4, height: 4)
    let eased = try mix(
      [(input, .planar(PlanarImage(width: 4, height: 4)))], width: 4, height: 4)
    #expect(eased == white)
  }
}

extension Image {
  /// The green component in all of them, opaque.
  fileprivate var gray: Image {
    var result = self
    for y in 0..<format.height {
      for x in 0..<format.width {
        let value = self[x, y][1]
        result[x, y] = Pixel(value, value, value, 255)
      }
    }
    return result
  }

  /// A gray picture in planes.
  fileprivate var planar: PlanarImage {
    var result = PlanarImage(width: format.width, height: format.height)
    for y in 0..<format.height { for x in 0..<format.width { result[0, x, y] = self[x, y][0] } }
    return result
  }

  /// A gray picture in AYUV.
  fileprivate var ayuv: Image {
    var result = Image(
      width: format.width, height: format.height, layout: .ayuv, filledWith: Pixel())
    for y in 0..<format.height {
      for x in 0..<format.width { result[x, y] = Pixel(255, self[x, y][0], 128, 128) }
    }
    return result
  }
}

extension TransformMatrix {
  fileprivate var inverse: TransformMatrix? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-9 else { return nil }
    return TransformMatrix(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
