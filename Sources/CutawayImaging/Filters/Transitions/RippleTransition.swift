import CutawayElementKit
public import CutawayKeyframes
import Glibc

/// Shows another picture behind a circular wave.
///
/// A wave of the width moves from the centre over the extent. At the part u of the wave, from its
/// front on, pixels are moved away from the centre by scale · sin(πu), and the weight of the second
/// picture is an S-curve of u. The shading, a picture of a shaded sphere, is laid over the wave
/// where its slope points.
public struct RippleTransition: PictureFilter {
  public static let name = "rippleTransition"
  public static let summary = "Shows another picture behind a circular wave"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .picture("shadingImage", \.shadingImage),
    .point("center", \.center),
    .rectangle("extent", \.extent),
    .number("time", \.time, 0...1, .time),
    .number("width", \.width, 10...300, .distance),
    .number("scale", \.scale, -50...50),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The look of a sphere; none by default.
  public var shadingImage: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The region over which the transition runs; without one, that of the pictures.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// The width of the wave.
  public var width = 100.0
  /// The height of the wave.
  public var scale = 50.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), stage = Rectangle.stage(extent, image, targetImage)
    let middle = center.isSane ? SIMD2<Float>(center) : SIMD2(),
      wide = Float(width.held(in: 1...1e6))
    let height = Float(scale.held(in: -1e3...1e3)), slope = 1 / wide
    let front = part * (Float(stage.farthest(from: SIMD2<Double>(middle))) + wide)
    let shading = shadingImage.flatMap { $0.extent.isInfinite || $0.extent.isEmpty ? nil : $0 }
    let sphere = shading?.extent ?? .empty
    let inputs = [image, targetImage] + (shading.map { [$0] } ?? [])
    let extents = inputs.map(\.extent), reach = Int(abs(height).rounded(.up)) + 1
    let sampling = Sampling(inputs: inputs) { region, input in
      input == 2 ? sphere : region.outset(by: reach).intersection(extents[input])
    } draw: { line, tiles, _ in
      let y = Float(line.y) + 0.5
      /// The part of the wave, the direction from the centre, and the place of the colour.
      func wave(_ x: Int) -> (part: Float, direction: SIMD2<Float>, place: SIMD2<Float>) {
        let place = SIMD2(Float(x) + 0.5, y), offset = place - middle, distance = offset.length
        let part = ((front - distance) * slope).unit
        let direction = distance > 0 ? offset / distance : SIMD2()
        if part <= 0 || part >= 1 { return (part, direction, place) }
        return (part, direction, place - direction * (height * sinf(.pi * part)))
      }
      tiles[0].withView { pixels in
        line.map { (_: SIMD4<Float>, x: Int) in pixels.linear(wave(x).place) }
      }
      tiles[1].withView { pixels in
        line.map { pixel, x in
          let wave = wave(x)
          return pixel + (pixels.linear(wave.place) - pixel) * wave.part.smooth
        }
      }
      if tiles.count < 3 { return }
      let centre = SIMD2<Float>(sphere.middle)
      // No farther than to the middle of the pixels at the edge.
      let half = SIMD2(Float(sphere.width - 1), Float(sphere.height - 1)) / 2
      tiles[2].withView { pixels in
        line.map { pixel, x in
          let wave = wave(x)
          if wave.part <= 0 || wave.part >= 1 { return pixel }
          let place = centre + wave.direction * half * cosf(.pi * wave.part)
          let shade = pixels.linear(place) * (sinf(.pi * wave.part) * pixel.w)
          return pixel * (1 - shade.w) + shade
        }
      }
    }
    return Picture(.sampled(sampling), extent: image.extent.union(targetImage.extent))
  }
}
