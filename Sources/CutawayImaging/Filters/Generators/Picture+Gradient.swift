import Glibc

extension Picture {
  /// The plane between two colours.
  ///
  /// Colours are mixed as light, multiplied by alpha.
  ///
  /// - Parameters:
  ///   - first: The colour where the part is 0.
  ///   - second: The colour where the part is 1.
  ///   - part: The part of the second colour at a place.
  /// - Returns: The plane.
  static func gradient(
    _ first: PictureColor, _ second: PictureColor,
    _ part: @escaping @Sendable (SIMD2<Float>) -> Float
  ) -> Picture {
    .generated { line, space in
      let begin = space.color(first), way = space.color(second) - begin
      let y = Float(line.y) + 0.5
      line.map { (_: SIMD4<Float>, x: Int) in begin + way * part(SIMD2(Float(x) + 0.5, y)).unit }
      line.isOpaque = first.alpha == 1 && second.alpha == 1
    }
  }

  /// The plane in a colour whose opacity depends on the place.
  static func glow(
    _ color: PictureColor, _ opacity: @escaping @Sendable (SIMD2<Float>) -> Float
  ) -> Picture {
    .generated { line, space in
      let full = space.color(color), y = Float(line.y) + 0.5
      line.map { (_: SIMD4<Float>, x: Int) in full * opacity(SIMD2(Float(x) + 0.5, y)).unit }
    }
  }
}

/// The part of the second point's colour along a line between two points.
struct LineGradient: Sendable {
  private let start: SIMD2<Float>
  private let step: SIMD2<Float>

  init(_ first: SIMD2<Double>, _ second: SIMD2<Double>) {
    start = SIMD2(first)
    let way = SIMD2<Float>(second - first), square = (way * way).sum()
    step = square > 0 && square < .infinity ? way / square : SIMD2()
  }

  /// The part at a place: from 0 to 1 between the points, and beyond them.
  @inline(__always)
  func callAsFunction(_ place: SIMD2<Float>) -> Float { ((place - start) * step).sum().unit }
}

/// Rays of random brightness around a centre.
struct Striations: Sendable {
  /// The brightness of 64 directions and of the first one again, in 0…1.
  private let values: [Float]

  /// Creates rays.
  ///
  /// - Parameters:
  ///   - strength: How much the brightness differs.
  ///   - contrast: How sharply bright and dark rays differ.
  ///   - time: Rays change over a time of 1, and return to their state.
  init(strength: Double, contrast: Double, time: Double) {
    let strength = strength.held(in: 0...100), contrast = contrast.held(in: 0...100)
    let time = time.isFinite ? time : 0
    var values = (0..<64).map { index in
      let noise = (0..<3).reduce(0.0) { sum, octave in
        let bits = scattered(index >> octave, octave + 1)
        let phase = Double(bits >> 40) / Double(1 << 24) + time
        return sum + (0.5 + 0.5 * sin(2 * .pi * phase)) / 3
      }
      let sharp = ((noise - 0.5) * contrast + 0.5).held(in: 0...1)
      return Float((1 + strength * (sharp - 1)).held(in: 0...1))
    }
    values.append(values[0])
    self.values = values
  }

  /// The brightness in the direction of an offset.
  func callAsFunction(_ offset: SIMD2<Float>) -> Float {
    let turn = atan2f(offset.y, offset.x) / (2 * .pi)
    let place = (turn - turn.floored).unit * 64
    let index = min(Int(place), 63)
    return values[index] + (values[index + 1] - values[index]) * (place - Float(index)).smooth
  }
}

/// A disc with rays around it.
struct Sunbeams: Sendable {
  let center: SIMD2<Float>
  /// The radius of the disc, and that of the rays in radii of the disc.
  let radius: Float, reach: Float
  let striations: Striations

  /// The opacity at a place: 1 in the disc, and falling to 0 where the rays end.
  func callAsFunction(_ place: SIMD2<Float>) -> Float {
    guard radius > 0 else { return 0 }
    let offset = place - center, distance = offset.length / radius
    if distance <= 1 { return 1 }
    guard distance < reach else { return 0 }
    let fall = (reach - distance) / (reach - 1)
    return fall * fall * striations(offset)
  }
}
