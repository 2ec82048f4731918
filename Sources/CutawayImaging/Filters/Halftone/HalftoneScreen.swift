import Glibc

/// The places of a screen that is turned around a centre, in units of half its period.
struct HalftoneScreen: Sendable {
  private let centre: SIMD2<Float>
  private let right: SIMD2<Float>
  private let up: SIMD2<Float>
  /// How steeply ink begins, for thresholds that rise from 0 to 1 in half a period.
  let slope: Float

  /// Creates a screen; any numbers may be given.
  ///
  /// - Parameters:
  ///   - center: The centre of a dot or a line.
  ///   - angle: The direction of its x axis.
  ///   - width: Its period, in pixels.
  ///   - sharpness: How hard edges are, up to 1, where they are about a pixel wide.
  init(center: SIMD2<Double>, angle: Double, width: Double, sharpness: Double) {
    let width = width.confined(to: 1...1e6), angle = angle.isFinite ? angle : 0
    centre = center.finite
    right = SIMD2<Float>(SIMD2(cos(angle), sin(angle)) * (2 / width))
    up = SIMD2<Float>(SIMD2(-sin(angle), cos(angle)) * (2 / width))
    slope = Float(min(1 / max(1 - sharpness.confined(to: 0...1), 1e-3), max(width / 2, 1)))
  }

  /// The offset from the centre, along the axes of the screen.
  @inline(__always)
  func offset(_ x: Int, _ y: Int) -> SIMD2<Float> {
    let way = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - centre
    let wide = way * right, tall = way * up
    return SIMD2(wide.x + wide.y, tall.x + tall.y)
  }

  /// The part of paper that is seen at a threshold.
  ///
  /// It is (t − 1) · slope + a, within 0…1, with a such that its mean over all thresholds t is the
  /// light: black and white are kept, and a picture is as bright as before.
  ///
  /// - Parameters:
  ///   - light: The light of the picture.
  ///   - threshold: The part of ink from which on this place is covered.
  /// - Returns: 0 for ink, 1 for paper.
  @inline(__always)
  func paper(_ light: Float, _ threshold: Float) -> Float {
    let light = min(max(light, 0), 1), dark = 1 - light, edge = 0.5 / slope
    let start: Float
    if light < edge {
      // Only the beginning of the ramp is reached.
      start = (2 * slope * light).squareRoot()
    } else if dark < edge {
      start = slope + 1 - (2 * slope * dark).squareRoot()
    } else {
      start = slope * light + 0.5
    }
    return min(max((threshold - 1) * slope + start, 0), 1)
  }
}

/// The offset from the nearest even number, −1…1.
@inline(__always)
func screenWave(_ place: SIMD2<Float>) -> SIMD2<Float> {
  place - 2 * (place * 0.5).rounded(.toNearestOrEven)
}

/// The threshold of dots: round black ones, then squares, then round white ones.
///
/// It is the part of the plane where f is greater, for the spot function f Round of PostScript and
/// ISO 32000-1, Table 128. For dots that do not touch, this is the area of a circle; beyond that, a
/// polynomial is within 0.002.
@inline(__always)
func dotThreshold(_ offset: SIMD2<Float>) -> Float {
  let place = screenWave(offset), side = SIMD2(abs(place.x), abs(place.y))
  let isDot = side.x + side.y <= 1, way = isDot ? side : 1 - side
  let square = min(way.x * way.x + way.y * way.y, 1)
  var area = square * (.pi / 4)
  if square > 0.5 {
    let rest = 2 - 2 * square
    area = 0.5 - rest * rest * (0.0766 + rest * (0.0623 * rest - 0.0331))
  }
  return isDot ? area : 1 - area
}

extension Picture {
  /// The picture, printed in black with a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - threshold: The part of ink from which on a place is covered, 0…1.
  /// - Returns: The picture in black and white; alpha stays.
  @inline(__always)
  func printed(
    _ screen: HalftoneScreen, _ threshold: @escaping @Sendable (SIMD2<Float>) -> Float
  ) -> Picture {
    colored { line, _ in
      let y = line.y
      line.map { pixel, x in
        let alpha = pixel.w
        guard alpha > 0 else { return SIMD4() }
        let light = pixel.straight.luminance
        let paper = screen.paper(light, threshold(screen.offset(x, y))) * alpha
        return SIMD4(paper, paper, paper, alpha)
      }
    }
  }
}
