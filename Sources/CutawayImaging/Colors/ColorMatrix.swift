/// A matrix for red, green, blue and alpha that are not multiplied by alpha, and a vector to add.
struct ColorMatrix: Sendable {
  /// What a unit of red, green, blue and alpha contributes.
  var red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>
  var bias: SIMD4<Float>

  init(
    red: SIMD4<Float> = SIMD4(1, 0, 0, 0), green: SIMD4<Float> = SIMD4(0, 1, 0, 0),
    blue: SIMD4<Float> = SIMD4(0, 0, 1, 0), alpha: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    bias: SIMD4<Float> = SIMD4()
  ) {
    (self.red, self.green, self.blue, self.alpha, self.bias) = (red, green, blue, alpha, bias)
  }

  /// A matrix from its rows: each gives a component of the result.
  init(rows: [SIMD4<Float>], bias: SIMD4<Float> = SIMD4()) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(rows[0][index], rows[1][index], rows[2][index], rows[3][index])
    }
    self.init(red: column(0), green: column(1), blue: column(2), alpha: column(3), bias: bias)
  }

  /// The matrix for red, green and blue from rows of three numbers.
  init(colors rows: [SIMD3<Float>]) {
    self.init(rows: rows.map { SIMD4($0, 0) } + [SIMD4(0, 0, 0, 1)])
  }

  @inline(__always)
  func callAsFunction(_ color: SIMD4<Float>) -> SIMD4<Float> {
    contribution(of: color, to: bias) + alpha * color.w
  }

  /// A vector and what red, green and blue contribute to it.
  @inline(__always)
  private func contribution(
    of color: SIMD4<Float>, to bias: SIMD4<Float>
  ) -> SIMD4<Float> {
    // One step a statement: the type checker takes long for sums.
    var sum = bias + red * color.x
    sum += green * color.y
    return sum + blue * color.z
  }

  /// The matrix that applies `first`, and then this one.
  func after(_ first: ColorMatrix) -> ColorMatrix {
    func linear(_ column: SIMD4<Float>) -> SIMD4<Float> { self(column) - bias }
    return ColorMatrix(
      red: linear(first.red), green: linear(first.green), blue: linear(first.blue),
      alpha: linear(first.alpha), bias: self(first.bias))
  }

  /// Whether it leaves alpha alone.
  private var keepsAlpha: Bool {
    red.w == 0 && green.w == 0 && blue.w == 0 && alpha.w == 1 && bias.w == 0
  }

  /// Changes the pixels of a line.
  func apply(to line: inout PixelLine) {
    if keepsAlpha, line.isOpaque {
      // Alpha is 1, so what it contributes is constant.
      let constant = bias + alpha
      line.map { pixel in contribution(of: pixel, to: constant) }
    } else if keepsAlpha, bias == SIMD4(), alpha == SIMD4(0, 0, 0, 1) {
      // Linear, so colours may stay multiplied.
      line.map { pixel in self(pixel) }
    } else {
      line.mapStraight { pixel in self(pixel) }
    }
  }
}
