import CutawayElementKit

/// A look: a saturation, and a curve for each component.
///
/// It changes square roots of light, a perceptual version of the working space (gamma 2). Numbers
/// of an unmanaged working space are perceptual already.
struct PhotoLook: Sendable {
  private let matrix: ColorMatrix
  private let red: RampTable, green: RampTable, blue: RampTable

  /// Creates a look.
  ///
  /// - Parameters:
  ///   - saturation: 0 is grey, 1 changes nothing. Greys have the luma of BT.601.
  ///   - red: What the curve of red makes of numbers at equal distances from 0 to 1.
  ///   - green: That of green; `nil` for that of red.
  ///   - blue: That of blue; `nil` for that of red.
  init(
    saturation: Double, red: [Double], green: [Double]? = nil, blue: [Double]? = nil
  ) {
    func table(_ values: [Double]) -> RampTable {
      let steps = Double(max(values.count - 1, 1))
      let spline = CurveSpline(
        values.enumerated().map { SIMD2(Double($0.offset) / steps, $0.element) })
      return RampTable { min(max(spline($0), 0), 1) }
    }
    let keep = Float(saturation)
    let grey = SIMD3<Float>(0.299, 0.587, 0.114) * (1 - keep)
    matrix = ColorMatrix(colors: [
      grey + SIMD3(keep, 0, 0), grey + SIMD3(0, keep, 0), grey + SIMD3(0, 0, keep),
    ])
    self.red = table(red)
    self.green = table(green ?? red)
    self.blue = table(blue ?? red)
  }

  /// Changes the pixels of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - space: The working space.
  ///   - extrapolates: Whether what lies outside of 0…1 is added to the result; otherwise it is cut
  ///     off.
  func apply(to line: inout PixelLine, _ space: WorkingSpace, extrapolates: Bool = false) {
    let isManaged = space.isManaged
    line.mapColors { pixel in
      // In this order, what is no number counts as 0.
      let inside = SIMD4<Float>().raised(to: pixel).lowered(to: SIMD4(repeating: 1))
      let mixed = matrix(isManaged ? inside.squareRoot() : inside)
      var result = SIMD4(red[mixed.x], green[mixed.y], blue[mixed.z], 0)
      if isManaged { result *= result }
      return extrapolates ? result + (pixel - inside) : result
    }
  }
}

extension Picture {
  /// The picture with another look.
  func styled(_ look: PhotoLook, extrapolates: Bool = false) -> Picture {
    colored { line, space in look.apply(to: &line, space, extrapolates: extrapolates) }
  }
}
