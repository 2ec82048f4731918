import CutawayImaging
import Glibc
import Testing

/// Tiles, against a search among the motions of their wallpaper groups.
@Suite struct TileFilterTests {
  private let middle = Place(5.37, 3.71), angle = 0.37, width = 13.7

  /// Compares a tile.
  ///
  /// - Parameters:
  ///   - type: The filter.
  ///   - settings: Further settings.
  ///   - fold: The place in the part for a place in the plane, in widths from the centre.
  ///   - location: The place of the test.
  /// - Throws: An error if there is no picture.
  private func compareTile<Filter: PictureFilter>(
    _ type: Filter.Type, _ settings: [String: FilterValue] = [:], _ fold: (Place) -> Place,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = Filter()
        let all: [String: FilterValue] = [
          "image": .picture(input.picture), "center": .point(middle), "angle": .number(angle),
          "width": .number(width),
        ]
        for (name, value) in all.merging(settings, uniquingKeysWith: { $1 }) {
          #expect(filter.set(value, for: name) == .done, "\(name)", sourceLocation: location)
        }
        return filter
      },
      with: { input, x, y in
        let offset = centre(x, y) - middle
        let place = fold(polar(Place(), length(offset) / width, heading(offset) - angle))
        return input.linear(polar(middle, length(place) * width, heading(place) + angle))
      }, sourceLocation: location)
  }

  /// The place to which one of many motions takes a place within a part.
  private func search(
    _ place: Place, _ motions: [(Place) -> Place], _ sides: (Place, Place), _ reach: Int = 20,
    _ isInside: (Place) -> Bool
  ) -> Place {
    for motion in motions {
      let moved = motion(place)
      for first in -reach...reach {
        for second in -reach...reach {
          let spot = moved + sides.0 * Double(first) + sides.1 * Double(second)
          if isInside(spot) { return spot }
        }
      }
    }
    return Place(.nan, .nan)
  }

  /// A place, mirrored on the sides of a convex polygon until it is inside, and how often.
  private func mirrored(_ place: Place, _ corners: [Place]) -> (Place, Int) {
    var (place, count, isDone) = (place, 0, false)
    while !isDone {
      isDone = true
      for (index, corner) in corners.enumerated() {
        let side = corners[(index + 1) % corners.count] - corner
        let normal = Place(-side.y, side.x) / length(side)
        let offset = place - corner, distance = offset.x * normal.x + offset.y * normal.y
        if distance < -1e-9 {
          (place, count, isDone) = (place - normal * (2 * distance), count + 1, false)
        }
      }
    }
    return (place, count)
  }

  /// A turn around the origin.
  private func turn(_ angle: Double) -> (Place) -> Place {
    { polar(Place(), length($0), heading($0) + angle) }
  }

  private let high = 3.0.squareRoot() / 2

  @Test func `Moved tiles follow p1`() throws {
    let sides = (Place(1, 0), polar(Place(), 1, 1.1))
    try compareTile(FourfoldTranslatedTile.self, ["acuteAngle": .number(1.1)]) { place in
      search(place, [{ $0 }], sides) { spot in
        let second = spot.y / sin(1.1), first = spot.x - second * cos(1.1)
        return abs(first) <= 0.5 && abs(second) <= 0.5
      }
    }
  }

  @Test func `Turned tiles follow p4 and p6`() throws {
    try compareTile(FourfoldRotatedTile.self) { place in
      search(place, (0..<4).map { turn(Double($0) * .pi / 2) }, (Place(2, 0), Place(0, 2))) {
        $0.x >= 0 && $0.y >= 0 && $0.x < 1 && $0.y < 1
      }
    }
    try compareTile(SixfoldRotatedTile.self) { place in
      search(place, (0..<6).map { turn(Double($0) * .pi / 3) }, (Place(1, 0), Place(0.5, high))) {
        $0.x <= 0.5 && abs(heading($0)) <= .pi / 6
      }
    }
  }

  @Test func `Gliding tiles follow pg`() throws {
    try compareTile(GlideReflectedTile.self) { place in
      search(place, [{ $0 }, { Place(-$0.x, $0.y + 1) }], (Place(1, 0), Place(0, 2))) {
        $0.x >= 0 && $0.y >= 0 && $0.x < 1 && $0.y < 1
      }
    }
  }

  @Test func `Triangles turn in turn`() throws {
    try compareTile(TriangleTile.self) { place in
      search(place, [{ $0 }, { -$0 }], (Place(1, 0), Place(0.5, high))) { spot in
        let second = spot.y / high, first = spot.x - second / 2
        return first >= 0 && second >= 0 && first + second <= 1
      }
    }
  }

  @Test func `Mirrored tiles follow their groups`() throws {
    let square = [Place(0, 0), Place(1, 0), Place(1, 1), Place(0, 1)]
    try compareTile(FourfoldReflectedTile.self) { mirrored($0, square).0 }
    try compareTile(ParallelogramTile.self) { place in
      mirrored(place, square.map { $0 - 0.5 }).0
    }
    try compareTile(EightfoldReflectedTile.self) { mirrored($0, Array(square[..<3])).0 }
    let triangle = [Place(0, 0), Place(high, -0.5), Place(high, 0.5)]
    try compareTile(SixfoldReflectedTile.self) { mirrored($0, triangle).0 }
    let half = [Place(0, 0), Place(0.5, 0), Place(0.5, 0.5 / 3.0.squareRoot())]
    try compareTile(TwelvefoldReflectedTile.self) { mirrored($0, half).0 }
  }

  @Test func `Parallelograms are mirrored in their own coordinates`() throws {
    let acute = 1.2
    /// Mirrors the sides that lead to a place.
    func skewed(_ place: Place, _ fold: (Double) -> Double) -> Place {
      let second = place.y / sin(acute), first = place.x - place.y / tan(acute)
      return Place(fold(first) + fold(second) * cos(acute), fold(second) * sin(acute))
    }
    func corner(_ value: Double) -> Double { acos(cos(value * .pi)) / .pi }
    let settings: [String: FilterValue] = ["acuteAngle": .number(acute)]
    try compareTile(FourfoldReflectedTile.self, settings) { skewed($0, corner) }
    try compareTile(ParallelogramTile.self, settings) { place in
      skewed(place) { asin(sin($0 * .pi)) / .pi }
    }
  }

  @Test(arguments: [1.0, 5, 6]) func `Kaleidoscopes mirror a sector`(count: Double) throws {
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = Kaleidoscope()
        (filter.image, filter.count, filter.center) = (input.picture, count, middle)
        filter.angle = angle
        return filter
      },
      with: { input, x, y in
        let offset = centre(x, y) - middle, sector = .pi / count
        var direction = heading(offset) - angle
        while direction < 0 { direction += 2 * .pi }
        while direction > 2 * sector { direction -= 2 * sector }
        return input.linear(
          polar(middle, length(offset), angle + min(direction, 2 * sector - direction)))
      })
  }

  @Test func `Triangular kaleidoscopes darken with each mirror`() throws {
    let side = 14.3, centroid = Place(high * 2 / 3, 0)
    let triangle = [Place(0, 0), Place(high, -0.5), Place(high, 0.5)].map { ($0 - centroid) * side }
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = TriangleKaleidoscope()
        (filter.image, filter.point, filter.size) = (input.picture, middle, side)
        (filter.rotation, filter.decay) = (angle, 0.8)
        return filter
      },
      with: { input, x, y in
        let place = turn(-angle)(centre(x, y) - middle)
        let (inner, count) = mirrored(place, triangle)
        return input.linear(middle + turn(angle)(inner)) * pow(0.8, Double(count))
      })
  }

  @Test func `Op tiles show more than themselves`() throws {
    try compareTile(
      OpTile.self, ["scale": .number(1.7), "angle": .number(0), "width": .number(13.7)]
    ) { place in
      // The frame of the comparison is turned, and that of this filter is not.
      let place = turn(0.37)(place), cell = Place(place.x.rounded(), place.y.rounded())
      return turn(-0.37)(cell + (place - cell) * 1.7)
    }
    try compare(
      tolerance: 5e-3,
      { input in
        var filter = OpTile()
        (filter.image, filter.center, filter.width) = (input.picture, middle, width)
        (filter.scale, filter.angle) = (1.3, 0.5)
        return filter
      },
      with: { input, x, y in
        let place = (centre(x, y) - middle) / width
        let cell = Place(place.x.rounded(), place.y.rounded())
        return input.linear(middle + (cell + turn(-0.5)(place - cell) * 1.3) * width)
      })
  }
}
