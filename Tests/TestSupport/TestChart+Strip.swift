extension TestChart {
  /// One line of a band of the chart, its luma and its chroma at half the width, ready to be copied.
  struct Strip: Sendable {
    var luma: [UInt8] = []
    var cb: [UInt8] = []
    var cr: [UInt8] = []

    /// The colour wheel, twice, so that any offset within the first turn can be copied.
    static func rainbow(width: Int) -> Strip {
      var strip = Strip()
      let turn = (width + 1) / 2
      for x in 0..<2 * turn {
        let color = YCbCr(hue: Double(x) / Double(turn))
        strip.luma += [color.y, color.y]
        strip.cb.append(color.cb)
        strip.cr.append(color.cr)
      }
      return strip
    }

    /// Vertical grey lines of four periods.
    static func lines(width: Int) -> Strip {
      let chroma = Array(repeating: UInt8(128), count: (width + 1) / 2)
      let luma = (0..<width).map { x in
        let period = [2, 3, 4, 8][x * 4 / width]
        return UInt8(x % period < (period + 1) / 2 ? 200 : 50)
      }
      return Strip(luma: luma, cb: chroma, cr: chroma)
    }

    /// The flat patch, and a ramp from black to white.
    static func ground(width: Int, patch: YCbCr) -> Strip {
      var strip = Strip()
      let edge = patchWidth(width: width)
      strip.luma = (0..<width).map { x in
        x < edge ? patch.y : UInt8(16 + 219 * (x - edge) / (width - edge))
      }
      for x in 0..<(width + 1) / 2 {
        strip.cb.append(x < edge / 2 ? patch.cb : 128)
        strip.cr.append(x < edge / 2 ? patch.cr : 128)
      }
      return strip
    }

    static func patchWidth(width: Int) -> Int { width / 8 * 2 }
  }

  /// A disc that bounces in a box.
  struct Ball: Sendable {
    let left: Int
    let right: Int
    let top: Int
    let bottom: Int
    static let color = YCbCr(y: 120, cb: 200, cr: 60)

    var radius: Int { max((bottom - top) / 6, 3) }

    func centre(frame: Int) -> (x: Int, y: Int) {
      let step = max((right - left) / 60, 1)
      return (
        left + radius + Self.bounce(frame * step * 2, within: right - left - 2 * radius),
        top + radius + Self.bounce(frame * step, within: bottom - top - 2 * radius)
      )
    }

    /// The columns the disc covers on line `y`.
    func columns(line y: Int, centre: (x: Int, y: Int)) -> Range<Int>? {
      let square = radius * radius - (y - centre.y) * (y - centre.y)
      guard square > 0 else { return nil }
      let half = Int(Double(square).squareRoot())
      return max(centre.x - half, left)..<min(centre.x + half + 1, right)
    }

    private static func bounce(_ distance: Int, within span: Int) -> Int {
      let span = max(span, 1)
      let position = distance % (2 * span)
      return position < span ? position : 2 * span - position
    }
  }
}
