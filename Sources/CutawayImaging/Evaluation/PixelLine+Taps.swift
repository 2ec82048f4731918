import CutawayElementKit

/// A pixel beside another one, for a sum with weights.
struct PixelTap: Sendable {
  /// The columns to the right.
  var x: Int
  /// The rows above.
  var y: Int
  /// The factor.
  var weight: Float
}

extension PixelLine {
  /// The columns that are summed while they are in the cache.
  private static let chunk = 256

  /// Replaces all pixels by sums of the pixels of a picture around them, in the order of the taps.
  mutating func sum(_ taps: [PixelTap], of view: borrowing PixelGridView) {
    let count = count, x = x, y = y
    var sums = pixels.mutableSpan
    for index in 0..<count { sums[index] = SIMD4() }
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let part = first..<min(first &+ Self.chunk, count)
      var next = 0
      while next < taps.count {
        let isAdded =
          next &+ 4 <= taps.count
          && addFour(taps, from: next, of: view, to: &sums, part, x: x, y: y)
        if !isAdded { add(taps[next], of: view, to: &sums, part, x: x, y: y) }
        next &+= isAdded ? 4 : 1
      }
    }
  }
}

/// Adds four taps at once, which takes half the time; `false` if some lie beyond the pixels.
private func addFour(
  _ taps: [PixelTap], from next: Int, of view: borrowing PixelGridView,
  to sums: inout MutableSpan<SIMD4<Float>>, _ part: Range<Int>, x: Int, y: Int
) -> Bool {
  let left = x &- view.x &+ part.lowerBound, count = part.count, first = part.lowerBound
  let (one, two, three, four) = (taps[next], taps[next &+ 1], taps[next &+ 2], taps[next &+ 3])
  let (a, b) = (view.row(y &+ one.y), view.row(y &+ two.y))
  let (c, d) = (view.row(y &+ three.y), view.row(y &+ four.y))
  let least = left &+ min(one.x, two.x, three.x, four.x)
  let most = left &+ max(one.x, two.x, three.x, four.x)
  guard least >= 0, most &+ count <= min(a.count, b.count, c.count, d.count) else { return false }
  let ones = a.extracting((left &+ one.x)..<(left &+ one.x &+ count))
  let twos = b.extracting((left &+ two.x)..<(left &+ two.x &+ count))
  let threes = c.extracting((left &+ three.x)..<(left &+ three.x &+ count))
  let fours = d.extracting((left &+ four.x)..<(left &+ four.x &+ count))
  for index in 0..<count {
    var sum = sums[first &+ index] + ones[index] * one.weight
    sum += twos[index] * two.weight
    sum += threes[index] * three.weight
    sums[first &+ index] = sum + fours[index] * four.weight
  }
  return true
}

/// Adds a tap; what lies beyond the pixels is transparent.
private func add(
  _ tap: PixelTap, of view: borrowing PixelGridView, to sums: inout MutableSpan<SIMD4<Float>>,
  _ part: Range<Int>, x: Int, y: Int
) {
  let row = view.row(y &+ tap.y), left = x &+ tap.x &- view.x
  let first = max(part.lowerBound, -left), end = min(part.upperBound, row.count &- left)
  if first >= end { return }
  for index in first..<end { sums[index] += row[left &+ index] * tap.weight }
}
