/// A number in so many parts of one; the nearest there is where it lies beyond all of them, and the least
/// where it is none.
func fixedPoint(_ number: Double, unit: Double) -> Int {
  Int(max(-0x1p62, min((number * unit).rounded(), 0x1p62)))
}
