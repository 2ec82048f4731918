/// A number in fixed point, as a multiple of 1/`unit`, clamped to ±2⁶²; not-a-number gives the
/// minimum.
func fixedPoint(_ number: Double, unit: Double) -> Int {
  Int(max(-0x1p62, min((number * unit).rounded(), 0x1p62)))
}
