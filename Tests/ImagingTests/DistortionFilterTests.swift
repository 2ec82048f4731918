import CutawayImaging
import CutawayKeyframes
import Glibc
import Testing

/// Filters that bend pictures, against their formulas in polar coordinates.
@Suite struct DistortionFilterTests {
  private let middle = Place(11.3, 6.7)

  private func comparePlaces<Filter: PictureFilter>(
    _ settings: [String: FilterValue], _ type: Filter.Type, tolerance: Double = 2e-3,
    _ place: (Place) -> Place,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try compare(
      tolerance: tolerance,
      { input in
        var filter = Filter()
        for (name, value) in settings {
          #expect(filter.set(value, for: name) == .done, "\(name)", sourceLocation: location)
        }
        #expect(filter.set(.picture(input.picture), for: "image") == .done)
        return filter
      }, with: { input, x, y in input.linear(place(centre(x, y))) }, sourceLocation: location)
  }

  /// The settings of a circle.
  private func circle(_ others: [String: FilterValue]) -> [String: FilterValue] {
    others.merging(["center": .point(middle), "radius": .number(19.3)]) { first, _ in first }
  }

  /// A place within the circle, by its part of the radius.
  private func within(
    _ place: Place, _ bend: (_ part: Double, _ angle: Double) -> (Double, Double)
  ) -> Place {
    let offset = place - middle, part = length(offset) / 19.3
    if part >= 1 { return place }
    let (bent, angle) = bend(part, heading(offset))
    return polar(middle, bent * 19.3, angle)
  }

  @Test func `Circles are pinched, twirled and turned to vortices`() throws {
    try comparePlaces(circle(["scale": .number(0.7)]), PinchDistortion.self) { place in
      within(place) { (pow($0, 1 / 1.7), $1) }
    }
    try comparePlaces(circle(["angle": .number(2.1)]), TwirlDistortion.self) { place in
      within(place) { ($0, $1 - 2.1 * pow(1 - $0, 2)) }
    }
    try comparePlaces(circle(["angle": .number(9.1)]), VortexDistortion.self) { place in
      within(place) { ($0, $1 - 9.1 * pow(1 - $0, 4)) }
    }
  }

  @Test func `Linear bumps move pixels away from a line`() throws {
    try comparePlaces(
      circle(["angle": .number(0.6), "scale": .number(0.4)]), BumpDistortionLinear.self
    ) { place in
      let offset = place - middle, direction = heading(offset) - 0.6
      let (along, across) = (length(offset) * cos(direction), length(offset) * sin(direction))
      let part = abs(across) / 19.3
      let bent = part < 1 ? across * (1 - 0.4 * pow(1 - part * part, 2)) : across
      return polar(polar(middle, along, 0.6), bent, 0.6 + .pi / 2)
    }
  }

  @Test func `Splashes and tunnels repeat a circle`() throws {
    try comparePlaces(circle([:]), CircleSplashDistortion.self) { place in
      polar(middle, min(length(place - middle), 19.3), heading(place - middle))
    }
    try comparePlaces(circle(["rotation": .number(0.8)]), LightTunnel.self) { place in
      let offset = place - middle, ratio = length(offset) / 19.3
      return ratio <= 1
        ? place : polar(middle, 19.3 / ratio, heading(offset) + 0.8 * log(ratio))
    }
  }

  @Test func `Holes push pictures outwards`() throws {
    try compare(
      tolerance: 2e-3,
      { input in
        var filter = HoleDistortion()
        (filter.image, filter.center, filter.radius) = (input.picture, middle, 6.4)
        return filter
      },
      with: { input, x, y in
        let offset = centre(x, y) - middle, distance = length(offset)
        let cover = min(max(distance - 6.4 + 0.5, 0), 1)
        let source = distance > 6.4 ? distance - 6.4 * 6.4 / distance : 0
        return input.linear(polar(middle, source, heading(offset))) * cover
      })
  }

  @Test func `Wrapped pictures lie around a circle`() throws {
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = CircularWrap()
        (filter.image, filter.center, filter.radius) = (input.picture, middle, 9.4)
        filter.angle = 0.3
        return filter
      },
      with: { input, x, y in
        let offset = centre(x, y) - middle, region = input.region
        // How far clockwise a place is from the top, in turns.
        var turn = (.pi / 2 - heading(offset) + 0.3) / (2 * .pi)
        while turn >= 0.5 { turn -= 1 }
        while turn < -0.5 { turn += 1 }
        return input.linear(
          Place(
            Double(region.minX) + (turn + 0.5) * Double(region.width),
            Double(region.minY) + length(offset) - 9.4))
      })
  }

  /// Where a ray from above meets the ground below half of a cylinder of glass, by angles.
  private func refracted(_ place: Double, _ index: Double) -> Double {
    let incidence = asin(place), inside = asin(place / index)
    return place - cos(incidence) * tan(incidence - inside)
  }

  @Test func `Glass refracts pictures`() throws {
    try comparePlaces(
      circle(["width": .number(8.2), "refraction": .number(1.6)]), TorusLensDistortion.self
    ) { place in
      let offset = place - middle, part = (length(offset) - 15.2) / 4.1
      if abs(part) >= 1 { return place }
      let bent = part < 0 ? -refracted(-part, 1.6) : refracted(part, 1.6)
      return polar(middle, 15.2 + 4.1 * bent, heading(offset))
    }
    let end = Place(24.1, 13.2)
    try comparePlaces(
      [
        "point0": .point(middle), "point1": .point(end), "radius": .number(7.7),
        "refraction": .number(1.4),
      ], GlassLozenge.self
    ) { place in
      // The nearest place on the rod, found by search.
      var nearest = middle
      for step in 0...20_000 {
        let spot = middle + (end - middle) * (Double(step) / 20_000)
        if length(place - spot) < length(place - nearest) { nearest = spot }
      }
      let part = length(place - nearest) / 7.7
      if part >= 1 { return place }
      return polar(nearest, refracted(part, 1.4) * 7.7, heading(place - nearest))
    }
  }

  private func luminance(_ color: SIMD4<Double>) -> Double {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  @Test func `Brightness displaces pixels`() throws {
    try compare(
      tolerance: 2e-3,
      { input in
        var filter = DisplacementDistortion()
        (filter.image, filter.scale) = (input.picture, 11)
        filter.displacementImage = input.picture.moved(x: 2, y: 1)
        return filter
      },
      with: { input, x, y in
        let other = input[x - 2, y - 1], step = 11 * (luminance(other) - other.w / 2)
        return input.linear(centre(x, y) + Place(step, step))
      })
  }

  @Test func `Slopes of a texture refract like glass`() throws {
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = GlassDistortion()
        (filter.image, filter.textureImage, filter.scale) = (input.picture, input.picture, 9)
        filter.center = Place(4, -3)
        return filter
      },
      with: { input, x, y in
        let region = input.region
        func height(_ x: Int, _ y: Int) -> Double {
          luminance(
            input.repeatedLinear(
              centre(x - 4 + region.minX, y + 3 + region.minY)))
        }
        let slope = Place(
          (height(x + 1, y) - height(x - 1, y)) / 2, (height(x, y + 1) - height(x, y - 1)) / 2)
        return input.linear(centre(x, y) + slope * 9)
      })
  }

  @Test func `Parts of nine keep their corners`() throws {
    let settings: [String: FilterValue] = [
      "breakpoint0": .point(Place(2, 1)), "breakpoint1": .point(Place(6, 4)),
      "growAmount": .point(Place(7, 5)),
    ]
    func axis(_ value: Double, _ low: Double, _ high: Double, _ grow: Double) -> Double {
      if value < low { return value }
      if value >= high + grow { return value - grow }
      return low + (value - low) / (high - low + grow) * (high - low)
    }
    try comparePlaces(settings, NinePartStretched.self) { place in
      Place(axis(place.x, 2, 6, 7), axis(place.y, 1, 4, 5))
    }
    try comparePlaces(settings, NinePartTiled.self) { place in
      var (x, y, isFlipped) = (place.x, place.y, false)
      if x >= 13 { x -= 7 } else { while x >= 6 { x -= 4 } }
      if y >= 9 {
        y -= 5
      } else {
        while y >= 4 { (y, isFlipped) = (y - 3, !isFlipped) }
        if isFlipped { y = 5 - y }
      }
      return Place(x, y)
    }
  }

  @Test(arguments: [(0.0, 1.0), (1, 0.3), (0.4, 0.2)])
  func `Stretched pictures have their size`(crop: Double, center: Double) throws {
    try compare(
      tolerance: 2e-3,
      { input in
        var filter = StretchCrop()
        (filter.image, filter.size) = (input.picture, Place(51, 37))
        (filter.cropAmount, filter.centerStretchAmount) = (crop, center)
        return filter
      },
      with: { input, x, y in
        let region = input.region, sides = Place(Double(region.width), Double(region.height))
        let (wide, tall) = (51 / sides.x, 37 / sides.y), larger = max(wide, tall)
        let (columns, rows) = (
          wide * (1 - crop) + larger * crop, tall * (1 - crop) + larger * crop
        )
        func axis(_ offset: Double, _ own: Double, _ other: Double, _ side: Double) -> Double {
          let t = offset / (own * side / 2), excess = max(own / other, 1) - 1
          let a = min(1 + excess * (1 - center), 1.5)
          return (a * t + (1 - a) * t * t * t) * side / 2
        }
        let offset = centre(x, y) - Place(Double(region.minX) + 25.5, Double(region.minY) + 18.5)
        let middle = region.corners[3] + sides / 2
        return input.clampedLinear(
          middle
            + Place(axis(offset.x, columns, rows, sides.x), axis(offset.y, rows, columns, sides.y)))
      })
  }
}
