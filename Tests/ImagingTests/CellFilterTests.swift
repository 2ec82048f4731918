import CutawayImaging
import Glibc
import Testing

/// Filters that make cells of one colour, against sums over all pixels of a cell.
@Suite struct CellFilterTests {
  @Test(arguments: [1, 3, 7.3, 100]) func `Pixellate makes squares of mean colours`(
    scale: Double
  ) throws {
    let center = SIMD2(2.5, -3.25)
    func cell(_ x: Int, _ y: Int) -> SIMD2<Double> {
      ((SIMD2(Double(x), Double(y)) + 0.5 - center) / scale).rounded(.down)
    }
    try compare(
      { input in
        var filter = Pixellate()
        (filter.image, filter.center, filter.scale) = (input.picture, center, scale)
        return filter
      },
      with: { input, x, y in
        let own = cell(x, y), region = input.region, reach = Int(scale) + 1
        var sum = SIMD4<Double>(), count = 0.0
        for row in max(y - reach, region.minY)..<min(y + reach + 1, region.maxY) {
          for column in max(x - reach, region.minX)..<min(x + reach + 1, region.maxX)
          where cell(column, row) == own {
            sum += input[column, row]
            count += 1
          }
        }
        return sum / count
      })
  }

  @Test func `Pixellate's squares cover the picture`() throws {
    var random = SplitMix64(state: 1)
    var filter = Pixellate()
    filter.image = try SamplePicture(width: 30, height: 20, x: -5, y: 7, using: &random).picture
    (filter.center, filter.scale) = (SIMD2(2, 3), 8)
    #expect(filter.output?.extent == Region(minX: -6, minY: 3, maxX: 26, maxY: 27))
  }

  @Test func `Hexagonal pixellate makes hexagons of mean colours`() throws {
    let center = SIMD2(0.317, 1.741), width = 5.0, height = 5 * 0.75.squareRoot()
    /// The nearest centre of a lattice of triangles.
    func centre(_ x: Int, _ y: Int) -> SIMD2<Double> {
      let place = SIMD2(Double(x), Double(y)) + 0.5 - center
      let near = (place.y / height).rounded()
      var best = SIMD2(0.0, 0), least = Double.infinity
      for row in stride(from: near - 2, through: near + 2, by: 1) {
        let shift = row.remainder(dividingBy: 2) == 0 ? 0 : width / 2
        let column = ((place.x - shift) / width).rounded()
        for column in [column - 1, column, column + 1] {
          let middle = SIMD2(column * width + shift, row * height), way = middle - place
          if hypot(way.x, way.y) < least { (least, best) = (hypot(way.x, way.y), middle) }
        }
      }
      return best
    }
    try compare(
      { input in
        var filter = HexagonalPixellate()
        (filter.image, filter.center, filter.scale) = (input.picture, center, 2.5)
        return filter
      },
      with: { input, x, y in
        let own = centre(x, y), region = input.region
        var sum = SIMD4<Double>(), count = 0.0
        for row in max(y - 6, region.minY)..<min(y + 7, region.maxY) {
          for column in max(x - 6, region.minX)..<min(x + 7, region.maxX)
          where centre(column, row) == own {
            sum += input[column, row]
            count += 1
          }
        }
        return sum / count
      })
  }

  /// The colour of a point: the mean of a square around it.
  private func color(_ input: SamplePicture, _ site: SIMD2<Double>, _ size: Double) -> SIMD4<Double>
  {
    var sum = SIMD4<Double>(), count = 0.0
    let (x, y) = (Int(site.x.rounded(.down)), Int(site.y.rounded(.down)))
    let reach = Int(size) + 2
    for row in y - reach...y + reach {
      for column in x - reach...x + reach {
        let way = SIMD2(Double(column), Double(row)) + 0.5 - site
        guard way.x > -size / 2, way.x <= size / 2, way.y > -size / 2, way.y <= size / 2 else {
          continue
        }
        sum += input.clamped(column, row)
        count += 1
      }
    }
    return sum / count
  }

  @Test func `Crystallize takes the colour of the nearest point`() throws {
    let grid = CellGrid(SIMD2(1.5, 2.25), size: 6)
    try compare(
      { input in
        var filter = Crystallize()
        (filter.image, filter.center, filter.radius) = (input.picture, SIMD2(1.5, 2.25), 6)
        return filter
      },
      with: { input, x, y in
        let place = SIMD2(Double(x), Double(y)) + 0.5
        let near = ((place - grid.origin) / 6).rounded(.down)
        var nearest = SIMD2(0.0, 0), least = Double.infinity
        // More squares than the filter looks at.
        for row in Int(near.y) - 3...Int(near.y) + 3 {
          for column in Int(near.x) - 3...Int(near.x) + 3 {
            let site = grid.site(column, row, in: 0.2...0.8), way = site - place
            if hypot(way.x, way.y) < least { (least, nearest) = (hypot(way.x, way.y), site) }
          }
        }
        return color(input, nearest, 6)
      })
  }

  @Test func `Pointillize lays dots over each other`() throws {
    let grid = CellGrid(SIMD2(-2.5, 0.25), size: 5)
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = Pointillize()
        (filter.image, filter.center, filter.radius) = (input.picture, SIMD2(-2.5, 0.25), 5)
        return filter
      },
      with: { input, x, y in
        let place = SIMD2(Double(x), Double(y)) + 0.5
        let near = ((place - grid.origin) / 5).rounded(.down)
        var dots: [(rank: UInt64, distance: Double, site: SIMD2<Double>)] = []
        for row in Int(near.y) - 1...Int(near.y) + 1 {
          for column in Int(near.x) - 1...Int(near.x) + 1 {
            let site = grid.site(column, row, in: 0.2...0.8), way = site - place
            dots.append((CellGrid.hash(column, row) >> 32, hypot(way.x, way.y), site))
          }
        }
        let nearest = dots.min { $0.distance < $1.distance }
        var result = color(input, nearest?.site ?? place, 5)
        // A painter begins with the lowest dot.
        for dot in dots.sorted(by: { $0.rank < $1.rank }) {
          let part = min(max(5.5 - dot.distance, 0), 1)
          if part > 0 { result += (color(input, dot.site, 5) - result) * part }
        }
        return result
      })
  }

  @Test func `Sites look random and stay in their squares`() {
    let grid = CellGrid(SIMD2(0, 0), size: 1)
    var sum = SIMD2(0.0, 0), places: Set<SIMD2<Double>> = []
    for row in -20..<20 {
      for column in -20..<20 {
        let part = grid.site(column, row, in: 0...1) - SIMD2(Double(column), Double(row))
        #expect(part.x >= 0 && part.x < 1 && part.y >= 0 && part.y < 1)
        sum += part
        places.insert(part)
      }
    }
    #expect(places.count > 1590)
    #expect(abs(sum.x / 1600 - 0.5) < 0.03 && abs(sum.y / 1600 - 0.5) < 0.03)
  }
}
