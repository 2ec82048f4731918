/// A straight walk through a frame, an even step for each pixel of a row that is drawn, in fixed point.
public struct SourceLine: Sendable {
  // With 32 bits of fraction.
  var u: Int
  var v: Int
  let du: Int
  let dv: Int

  /// Starts at the point `(u, v)` of a frame whose pixels are points: half a pixel before the place
  /// in the frame's plane.
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
