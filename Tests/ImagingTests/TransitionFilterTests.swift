import CutawayImaging
import CutawayKeyframes
import Glibc
import Testing

/// Transitions, from a picture to the same one moved.
@Suite struct TransitionFilterTests {
  private static let types: [any PictureFilter.Type] = [
    AccordionFoldTransition.self, BarsSwipeTransition.self, CopyMachineTransition.self,
    DisintegrateWithMaskTransition.self, DissolveTransition.self, FlashTransition.self,
    ModTransition.self, PageCurlTransition.self, RippleTransition.self, SwipeTransition.self,
  ]

  private func target(_ input: SamplePicture) -> Picture { input.picture.moved(x: 2, y: 1) }

  /// The rectangle of a picture.
  private func rectangle(_ region: Region) -> FilterValue {
    .rectangle(
      Rectangle(
        x: Double(region.minX), y: Double(region.minY), width: Double(region.width),
        height: Double(region.height)))
  }

  @Test(arguments: types.indices)
  func `Transitions begin with one picture and end with the other`(index: Int) throws {
    let type = Self.types[index]
    for shape in sampleShapes {
      var random = SplitMix64(state: 3)
      let input = try SamplePicture(
        width: shape.width, height: shape.height, x: shape.x, y: shape.y, isOpaque: shape.isOpaque,
        using: &random)
      for time in [0.0, 1] {
        var filter = type.init()
        let other = target(input)
        _ = filter.set(.picture(input.picture), for: "image")
        _ = filter.set(.picture(other), for: "targetImage")
        _ = filter.set(.picture(input.picture), for: "maskImage")
        _ = filter.set(.number(time), for: "time")
        let extent = input.region.union(other.extent)
        _ = filter.set(rectangle(extent), for: "extent")
        let output = try #require(filter.output)
        #expect(output.extent == extent)
        let wanted = (time == 0 ? input.picture : other).pixels(of: extent)
        let worst = zip(output.pixels(of: extent), wanted).map { pair in
          let difference = pair.0 - pair.1
          return max(difference.max(), -difference.min())
        }.max()
        #expect((worst ?? 1) < 1e-4, "\(type.name) at \(time): \(worst ?? 1)")
      }
    }
  }

  private func compareMix<Filter: PictureFilter>(
    _ type: Filter.Type, _ settings: [String: FilterValue], tolerance: Double = 1e-3,
    _ mix: (SamplePicture, Int, Int) -> SIMD4<Double>,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try compare(
      tolerance: tolerance,
      { input in
        var filter = Filter()
        _ = filter.set(.picture(input.picture), for: "image")
        _ = filter.set(.picture(target(input)), for: "targetImage")
        _ = filter.set(rectangle(input.region), for: "extent")
        for (name, value) in settings {
          #expect(filter.set(value, for: name) == .done, "\(name)", sourceLocation: location)
        }
        return filter
      }, with: mix, sourceLocation: location)
  }

  /// How far a front has passed a place, in pixels, when it moves by a part of its way.
  private func passed(
    _ input: SamplePicture, _ x: Int, _ y: Int, _ angle: Double, _ part: Double, _ width: Double
  ) -> Double {
    func along(_ place: Place) -> Double { length(place) * cos(heading(place) - angle) }
    let ways = input.region.corners.map(along)
    let low = ways.min() ?? 0, high = ways.max() ?? 0
    return low + (high - low + width) * part - along(centre(x, y))
  }

  @Test func `Swipes mix behind their front`() throws {
    try compareMix(
      SwipeTransition.self,
      [
        "angle": .number(2.2), "width": .number(9), "time": .number(0.4), "opacity": .number(0.6),
        "color": .color(PictureColor(1, 0, 1, 0.5)),
      ]
    ) { input, x, y in
      let weight = min(max(passed(input, x, y, 2.2, 0.4, 9) / 9, 0), 1)
      let mixed = input[x, y] * (1 - weight) + input[x - 2, y - 1] * weight
      let cover = 0.6 * 4 * weight * (1 - weight)
      return mixed * (1 - cover * 0.5) + SIMD4(0.5, 0, 0.5, 0.5) * cover
    }
  }

  @Test func `Copying machines add light`() throws {
    try compareMix(
      CopyMachineTransition.self,
      [
        "angle": .number(0.5), "width": .number(11), "time": .number(0.6), "opacity": .number(1.2),
        "color": .color(PictureColor(1, 0, 1)),
      ]
    ) { input, x, y in
      let u = min(max(passed(input, x, y, 0.5, 0.6, 11) / 11, 0), 1)
      let weight = 3 * u * u - 2 * u * u * u
      let mixed = input[x, y] * (1 - weight) + input[x - 2, y - 1] * weight
      let light = 1.2 * pow(1 - pow(2 * u - 1, 2), 2) * mixed.w
      return mixed + SIMD4(light, 0, light, 0)
    }
  }

  @Test func `Flashes fade to the second picture`() throws {
    try compareMix(
      FlashTransition.self, ["time": .number(0.9), "color": .color(PictureColor(1, 0, 1, 0.5))]
    ) { input, x, y in
      let t = (0.9 - 0.85) / 0.15, cover = 1 - (3 * t * t - 2 * t * t * t)
      return input[x - 2, y - 1] * (1 - cover * 0.5) + SIMD4(0.5, 0, 0.5, 0.5) * cover
    }
    // Without rays, the light falls with the square of the distance from its end.
    let middle = Place(3.2, 1.1)
    try compareMix(
      FlashTransition.self,
      [
        "time": .number(0.3), "color": .color(PictureColor(1, 0, 1)), "center": .point(middle),
        "striationStrength": .number(0),
      ]
    ) { input, x, y in
      let farthest = input.region.corners.map { length($0 - middle) }.max() ?? 0
      let distance = length(centre(x, y) - middle) / (farthest * 0.3 / 0.85)
      let cover = distance <= 1 ? 1 : pow(max(2.58 - distance, 0) / 1.58, 2)
      return input[x, y] * (1 - cover) + SIMD4(1, 0, 1, 1) * cover
    }
  }

  @Test func `Masks disintegrate the dark first`() throws {
    try compareMix(
      DisintegrateWithMaskTransition.self,
      [
        "time": .number(0.5), "shadowDensity": .number(0.6), "shadowRadius": .number(0),
        "shadowOffset": .point(Place(1, -2)),
        "maskImage": .picture(try #require(mask.output)),
      ]
    ) { input, x, y in
      func rest(_ x: Int, _ y: Int) -> Double {
        let light = min(max((Double(x) + 0.5 + 8) / 23, 0), 1)
        return min(max((light - 0.5 * 1.02 + 0.01) / 0.02 + 0.5, 0), 1)
      }
      let light = 1 - 0.6 * rest(x - 1, y + 2) * input[x - 1, y + 2].w, second = input[x - 2, y - 1]
      let shaded = SIMD4(second.x * light, second.y * light, second.z * light, second.w)
      return input[x, y] * rest(x, y) + shaded * (1 - rest(x, y))
    }
  }

  /// From black at −8 to white at 15.
  private var mask: LinearGradient {
    var gradient = LinearGradient()
    (gradient.point0, gradient.point1) = (Place(-8, 0), Place(15, 0))
    (gradient.color0, gradient.color1) = (.black, .white)
    return gradient
  }

  @Test func `Holes grow in a hexagonal grid`() throws {
    let middle = Place(4.3, 2.2)
    try compareMix(
      ModTransition.self,
      [
        "time": .number(0.45), "center": .point(middle), "angle": .number(0.7),
        "radius": .number(8.5), "compression": .number(60),
      ]
    ) { input, x, y in
      let offset = centre(x, y) - middle, distance = length(offset)
      let place = polar(Place(), distance * (1 + distance / 60), heading(offset) - 0.7)
      var nearest = Double.infinity
      for first in -60...60 {
        for second in -60...60 {
          let hole = Place(Double(first) + Double(second) / 2, Double(second) * 0.75.squareRoot())
          nearest = min(nearest, length(place - hole * 8.5))
        }
      }
      let step = 1 + 2 * distance / 60
      let hole = 0.45 * (8.5 / 3.0.squareRoot() + step) - step / 2
      let weight = min(max((hole - nearest) / step + 0.5, 0), 1)
      return input[x, y] * (1 - weight) + input[x - 2, y - 1] * weight
    }
  }

  @Test func `Ripples move pixels of both pictures`() throws {
    let middle = Place(4.3, 2.2)
    try compareMix(
      RippleTransition.self,
      [
        "time": .number(0.5), "center": .point(middle), "width": .number(14), "scale": .number(4),
      ], tolerance: 2e-3
    ) { input, x, y in
      let offset = centre(x, y) - middle, distance = length(offset)
      let farthest = input.region.corners.map { length($0 - middle) }.max() ?? 0
      let u = min(max((0.5 * (farthest + 14) - distance) / 14, 0), 1)
      let place = polar(middle, distance - 4 * sin(.pi * u), heading(offset))
      let weight = 3 * u * u - 2 * u * u * u
      return input.linear(place) * (1 - weight) + input.linear(place - Place(2, 1)) * weight
    }
  }

  @Test func `Ripples are shaded`() throws {
    let white = Picture.color(.white).cropped(to: Region(width: 20, height: 20))
    let black = Picture.color(.black).cropped(to: Region(width: 100, height: 100))
    var filter = RippleTransition()
    (filter.image, filter.targetImage, filter.shadingImage) = (black, black, white)
    (filter.center, filter.extent) = (Place(50, 50), nil)
    (filter.time, filter.width) = (0.5, 20)
    let row = try #require(filter.output).pixels(of: Region(x: 50, y: 50, width: 50, height: 1))
    // The wave is half of the diagonal and its width wide, halved.
    let front = (70.71 + 20) / 2
    for (x, pixel) in row.enumerated() {
      let distance = hypot(Double(x) + 0.5, 0.5), u = min(max((front - distance) / 20, 0), 1)
      #expect(abs(Double(pixel.x) - sin(.pi * u)) < 0.01)
    }
  }

  @Test func `Bars slide out with delays`() throws {
    let white = Picture.color(.white).cropped(to: Region(width: 200, height: 90))
    let black = Picture.color(.black).cropped(to: Region(width: 200, height: 90))
    var filter = BarsSwipeTransition()
    (filter.image, filter.targetImage) = (white, black)
    (filter.angle, filter.width, filter.barOffset) = (0, 30, 2)
    filter.time = 0.5
    let output = try #require(filter.output)
    var edges: [Float] = []
    for y in 0..<90 {
      let row = output.pixels(of: Region(x: 0, y: y, width: 200, height: 1))
      // Black from the left on, white to the right.
      edges.append(200 - row.reduce(0) { $0 + $1.x })
      #expect(row[0].x == 0 && row[199].x == 1)
    }
    for bar in 0..<3 {
      let rows = edges[(bar * 30)..<(bar * 30 + 30)]
      #expect((rows.max() ?? 0) - (rows.min() ?? 0) < 0.01)
      #expect(rows.allSatisfy { $0 > 70 && $0 < 131 })
    }
    #expect(Set(edges.map { Int($0) }).count == 3)
  }

  @Test func `Accordions fold to the height of the second picture`() throws {
    let white = Picture.color(.white).cropped(to: Region(width: 20, height: 80))
    let black = Picture.color(.black).cropped(to: Region(width: 20, height: 40))
    var filter = AccordionFoldTransition()
    (filter.image, filter.targetImage) = (white, black)
    (filter.bottomHeight, filter.numberOfFolds, filter.foldShadowAmount) = (10, 2, 0.5)
    filter.time = 0.5
    let column = try #require(filter.output).pixels(of: Region(x: 5, y: 0, width: 1, height: 80))
    for (y, pixel) in column.enumerated() {
      // 50 rows of 70 are left above the bottom, in two folds of 25; the second picture ends at 40.
      let step = 70.0 / 50, phase = (Double(y) + 0.5 - 10) / 25
      let isBack = y >= 10 && y < 60 && phase - floor(phase) >= 0.5
      let light = isBack ? 1 - 0.5 * (1 - 1 / step) : 1
      #expect(abs(Double(pixel.x) - (y < 60 ? 0.5 * light : 0)) < 1e-3, "\(y)")
      #expect(abs(Double(pixel.w) - (y < 40 ? 1 : y < 60 ? 0.5 : 0)) < 1e-3, "\(y)")
    }
  }

  @Test func `Pages roll around a cylinder`() throws {
    let page = Region(width: 200, height: 20)
    var ramp = LinearGradient()
    (ramp.point0, ramp.point1) = (Place(0, 0), Place(200, 0))
    (ramp.color0, ramp.color1) = (PictureColor(1, 0, 0), PictureColor(1, 1, 1))
    let back = try #require(ramp.output).cropped(to: page)
    (ramp.color0, ramp.color1) = (PictureColor(0, 0, 1), PictureColor(0, 1, 1))
    var filter = PageCurlTransition()
    filter.image = try #require(ramp.output).cropped(to: page)
    filter.targetImage = Picture.color(.black).cropped(to: page)
    filter.backsideImage = back
    filter.shadingImage = Picture.color(.clear).cropped(to: page)
    (filter.extent, filter.radius, filter.time) = (nil, 20, 0.5)
    let row = try #require(filter.output).pixels(of: Region(x: 0, y: 9, width: 200, height: 1))
    // Half of the way from 200 to −20. The page ends 110 beyond the axis.
    let axis = 90.0, end = 110.0
    for (x, pixel) in row.enumerated() {
      let u = Double(x) + 0.5 - axis
      // The height of the page's layers over a place, by search along the page.
      var top = (height: -1.0, arc: Double.nan)
      for step in 0...22_000 {
        let arc = Double(step) / 22_000 * (axis + end) - axis
        let turn = max(arc, 0) / 20
        let spot = turn <= 0 ? arc : turn < .pi ? 20 * sin(turn) : -(arc - 20 * .pi)
        let height = turn <= 0 ? 0 : 20 * (1 - cos(min(turn, .pi)))
        if abs(spot - u) < 0.02, height > top.height { top = (height, arc) }
      }
      // Edges are soft.
      let isNearEdge = abs(u - 20) < 1.5 || abs(u + end - 20 * .pi) < 1.5
      if isNearEdge { continue }
      let light = (axis + top.arc) / 200
      let wanted =
        top.height < 0
        ? SIMD3() : top.arc > 10 * .pi ? SIMD3(1, light, light) : SIMD3(0, light, 1)
      for lane in 0..<3 { #expect(abs(Double(pixel[lane]) - wanted[lane]) < 0.02, "\(x)") }
    }
  }
}
