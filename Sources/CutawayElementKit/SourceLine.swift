/// A line through a frame, with a constant step per drawn pixel, in fixed point.
public struct SourceLine: Sendable {
  // In fixed point, with 32 fraction bits.
  var u: Int
  var v: Int
  let du: Int
  let dv: Int

  /// Starts at `(u, v)`, in coordinates in which pixel centres lie at integers: half a pixel less
  /// than in the frame's plane.
  public init(u: Double, v: Double, du: Double, dv: Double) {
    func fixed(_ number: Double) -> Int { fixedPoint(number, unit: 0x1p32) }
    self.u = fixed(u)
    self.v = fixed(v)
    self.du = fixed(du)
    self.dv = fixed(dv)
  }

  mutating func advance(by steps: Int) {
    u &+= steps &* du
    v &+= steps &* dv
  }
}
