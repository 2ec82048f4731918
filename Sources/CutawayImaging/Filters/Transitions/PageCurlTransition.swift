import CutawayElementKit
public import CutawayKeyframes
import Glibc

/// Curls a page to show another picture below it.
///
/// The page rolls around a cylinder of the radius, whose axis moves over the extent against the
/// direction of the angle. Beyond the axis, the page rises around the cylinder, and lies flat upon
/// itself after half a turn, with its back upwards. The shading, a picture of a shaded sphere, is
/// laid over the cylinder. Without a back, the picture shines through white paper.
public struct PageCurlTransition: PictureFilter {
  public static let name = "pageCurlTransition"
  public static let summary = "Curls a page to show another picture below it"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .picture("backsideImage", \.backsideImage),
    .picture("shadingImage", \.shadingImage),
    .rectangle("extent", \.extent),
    .number("time", \.time, 0...1, .time),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("radius", \.radius, 0.01...400, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The back of the page.
  public var backsideImage: Picture?
  /// The look of a sphere; a built-in one by default.
  public var shadingImage: Picture?
  /// The region over which the transition runs; without one, that of the pictures.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// The direction in which the page lies before it curls.
  public var angle = 0.0
  /// The radius of the cylinder.
  public var radius = 100.0

  public init() {}

  /// The curled page.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let result = image.extent.union(targetImage.extent), back = backsideImage ?? image
    let part = Float(time.held(in: 0...1))
    if result.isInfinite || result.isEmpty || back.extent.isInfinite {
      return part > 0.5 ? targetImage : image
    }
    let front = MovingFront(.stage(extent, image, targetImage), angle: angle)
    let size = Float(radius.held(in: 0.01...1e6))
    let curl = PageCurl(
      front: front, axis: front.high + (front.low - size - front.high) * part, radius: size,
      page: result)
    let shading = shadingImage.flatMap { $0.extent.isInfinite || $0.extent.isEmpty ? nil : $0 }
    let sphere = shading?.extent ?? .empty, isPaper = backsideImage == nil
    let inputs = [targetImage, image, back] + (shading.map { [$0] } ?? [])
    let extents = inputs.map(\.extent)
    let sampling = Sampling(inputs: inputs) { region, input in
      input == 0 ? region.intersection(extents[0]) : extents[input]
    } draw: { line, tiles, _ in
      let row = line.y, y = Float(row) + 0.5
      tiles[0].withView { pixels in line.map { (_: SIMD4<Float>, x: Int) in pixels[x, row] } }
      tiles[1].withView { pixels in
        line.map { pixel, x in
          let (place, cover) = curl.lower(SIMD2(Float(x) + 0.5, y))
          return cover > 0 ? pixel + (pixels.linear(place) - pixel) * cover : pixel
        }
      }
      tiles[2].withView { pixels in
        line.map { pixel, x in
          let (place, cover) = curl.upper(SIMD2(Float(x) + 0.5, y))
          if cover <= 0 { return pixel }
          var color = pixels.linear(place)
          if isPaper { color += (SIMD4(repeating: color.w) - color) * 0.7 }
          return pixel + (color - pixel) * cover
        }
      }
      if tiles.count < 4 {
        return line.map { pixel, x in
          // A matt cylinder with light from above, where the page is.
          let (height, cover) = curl.slope(SIMD2(Float(x) + 0.5, y))
          let light = 1 - 0.6 * cover * height * height
          return pixel * SIMD4(light, light, light, 1)
        }
      }
      let centre = SIMD2<Float>(sphere.middle)
      let half = SIMD2(Float(sphere.width - 1), Float(sphere.height - 1)) / 2
      tiles[3].withView { pixels in
        line.map { pixel, x in
          let (height, cover) = curl.slope(SIMD2(Float(x) + 0.5, y))
          if cover <= 0 { return pixel }
          let shade = pixels.linear(centre + front.direction * half * height) * (cover * pixel.w)
          return pixel * (1 - shade.w) + shade
        }
      }
    }
    return Picture(.sampled(sampling), extent: result)
  }
}

/// The shape of a page that rolls around a cylinder, seen from above.
private struct PageCurl: Sendable {
  let front: MovingFront
  /// The axis of the cylinder, along the direction.
  let axis: Float
  let radius: Float
  let page: Region

  /// The part of a pixel that lies on the page.
  private func cover(_ place: SIMD2<Float>) -> Float {
    let before = place - SIMD2(Float(page.minX), Float(page.minY)) + 0.5
    let after = SIMD2(Float(page.maxX), Float(page.maxY)) - place + 0.5
    return min(before.min(), after.min()).unit
  }

  /// The place of the page's front that lies at a place, and how much of the pixel it covers.
  func lower(_ place: SIMD2<Float>) -> (place: SIMD2<Float>, cover: Float) {
    let beyond = front(place) - axis
    if beyond <= 0 { return (place, cover(place)) }
    let edge = (radius - beyond + 0.5).unit
    if edge <= 0 { return (place, 0) }
    let arc = radius * asinf(min(beyond / radius, 1))
    let source = place + front.direction * (arc - beyond)
    return (source, cover(source) * edge)
  }

  /// The place of the page's back that lies over a place, and how much of the pixel it covers.
  func upper(_ place: SIMD2<Float>) -> (place: SIMD2<Float>, cover: Float) {
    let beyond = front(place) - axis, edge = (radius - beyond + 0.5).unit
    if edge <= 0 { return (place, 0) }
    let turn = beyond > 0 ? radius * asinf(min(beyond / radius, 1)) : beyond
    let source = place + front.direction * (radius * .pi - turn - beyond)
    return (source, cover(source) * edge)
  }

  /// The slope of the visible side of the cylinder, in 0…1, and how much the page covers.
  func slope(_ place: SIMD2<Float>) -> (slope: Float, cover: Float) {
    let beyond = front(place) - axis
    guard beyond > 0 else { return (0, 0) }
    return (min(beyond / radius, 1), max(lower(place).cover, upper(place).cover))
  }
}
