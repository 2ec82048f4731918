import CutawayImaging
import Glibc

/// A place in the plane.
typealias Place = SIMD2<Double>

extension SamplePicture {
  /// The colour between pixels, by linear interpolation.
  func linear(_ place: Place) -> SIMD4<Double> {
    guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { return SIMD4() }
    let x = place.x - 0.5, y = place.y - 0.5, left = floor(x), low = floor(y)
    var sum = SIMD4<Double>()
    for (column, wide) in [(left, left + 1 - x), (left + 1, x - left)] {
      for (row, tall) in [(low, low + 1 - y), (low + 1, y - low)] {
        sum += self[Int(column), Int(row)] * (wide * tall)
      }
    }
    return sum
  }

  /// The colour between pixels; beyond the picture, that of its edge.
  func clampedLinear(_ place: Place) -> SIMD4<Double> {
    linear(
      Place(
        min(max(place.x, Double(region.minX) + 0.5), Double(region.maxX) - 0.5),
        min(max(place.y, Double(region.minY) + 0.5), Double(region.maxY) - 0.5)))
  }

  /// The colour between pixels of the picture, repeated without end.
  func repeatedLinear(_ place: Place) -> SIMD4<Double> {
    let x = place.x - 0.5, y = place.y - 0.5, left = floor(x), low = floor(y)
    func wrapped(_ value: Double, _ first: Int, _ count: Int) -> Int {
      let rest = (Int(value) - first) % count
      return first + (rest < 0 ? rest + count : rest)
    }
    var sum = SIMD4<Double>()
    for (column, wide) in [(left, left + 1 - x), (left + 1, x - left)] {
      for (row, tall) in [(low, low + 1 - y), (low + 1, y - low)] {
        let pixel = self[
          wrapped(column, region.minX, region.width), wrapped(row, region.minY, region.height)]
        sum += pixel * (wide * tall)
      }
    }
    return sum
  }
}

/// The centre of a pixel.
func centre(_ x: Int, _ y: Int) -> Place { Place(Double(x) + 0.5, Double(y) + 0.5) }

/// The length of an offset.
func length(_ offset: Place) -> Double { hypot(offset.x, offset.y) }

/// A place in a distance and a direction from another one.
func polar(_ origin: Place, _ distance: Double, _ angle: Double) -> Place {
  Place(origin.x + distance * cos(angle), origin.y + distance * sin(angle))
}

/// The direction of an offset.
func heading(_ offset: Place) -> Double { atan2(offset.y, offset.x) }

/// A projective map that is found by solving linear equations.
struct SolvedProjection {
  /// The eight numbers of the map; the ninth is 1.
  let numbers: [Double]

  /// The map that takes four places to four others.
  init(_ from: [Place], to: [Place]) {
    var rows: [[Double]] = []
    for (a, b) in zip(from, to) {
      rows.append([a.x, a.y, 1, 0, 0, 0, -a.x * b.x, -a.y * b.x, b.x])
      rows.append([0, 0, 0, a.x, a.y, 1, -a.x * b.y, -a.y * b.y, b.y])
    }
    for step in 0..<8 {
      let pivot = (step..<8).max { abs(rows[$0][step]) < abs(rows[$1][step]) } ?? step
      rows.swapAt(step, pivot)
      for row in 0..<8 where row != step {
        let factor = rows[row][step] / rows[step][step]
        for column in step..<9 { rows[row][column] -= factor * rows[step][column] }
      }
    }
    numbers = (0..<8).map { rows[$0][8] / rows[$0][$0] }
  }

  func callAsFunction(_ place: Place) -> Place {
    let n = numbers, scale = n[6] * place.x + n[7] * place.y + 1
    return Place(
      (n[0] * place.x + n[1] * place.y + n[2]) / scale,
      (n[3] * place.x + n[4] * place.y + n[5]) / scale)
  }

  /// The colour that a place shows of a picture, or of its part, with soft edges.
  func sample(_ input: SamplePicture, _ part: Region, _ place: Place) -> SIMD4<Double> {
    let source = self(place), step = 1e-4
    let right = self(place + Place(step, 0)) - self(place - Place(step, 0))
    let up = self(place + Place(0, step)) - self(place - Place(0, step))
    func cover(_ lane: Int, _ low: Int, _ high: Int) -> Double {
      let pixel = hypot(right[lane], up[lane]) / (2 * step)
      let inside = min(source[lane] - Double(low), Double(high) - source[lane])
      return min(max(inside / pixel + 0.5, 0), 1)
    }
    let weight = cover(0, part.minX, part.maxX) * cover(1, part.minY, part.maxY)
    let inner = Place(
      min(max(source.x, Double(part.minX) + 0.5), Double(part.maxX) - 0.5),
      min(max(source.y, Double(part.minY) + 0.5), Double(part.maxY) - 0.5))
    return weight > 0 ? input.linear(inner) * weight : SIMD4()
  }
}

extension Region {
  /// The corners, from the upper left one clockwise.
  var corners: [Place] {
    let (left, low) = (Double(minX), Double(minY)), (right, high) = (Double(maxX), Double(maxY))
    return [Place(left, high), Place(right, high), Place(right, low), Place(left, low)]
  }
}
