extension CMTime: Comparable, Hashable {
  /// The place among the kinds of times: -∞, numeric times, indefinite, +∞, invalid.
  private var rank: Int {
    if !isValid { return 4 }
    if isNegativeInfinity { return 0 }
    if isPositiveInfinity { return 3 }
    return isIndefinite ? 2 : isNumeric ? 1 : 4
  }

  /// -1, 0 or 1 for smaller, equal and greater, in a total order.
  func order(against other: CMTime) -> Int32 {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    guard rank == 1 else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let mine = Int128(value) * Int128(other.timescale)
    let theirs = Int128(other.value) * Int128(timescale)
    return mine == theirs ? 0 : mine < theirs ? -1 : 1
  }

  /// Whether two times are the same instant: 1/2 and 300/600 are.
  public static func == (a: CMTime, b: CMTime) -> Bool { a.order(against: b) == 0 }

  /// Compares in the order -∞, numeric times, indefinite, +∞, invalid.
  public static func < (a: CMTime, b: CMTime) -> Bool { a.order(against: b) < 0 }

  /// Hashes the instant.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard rank == 1 else { return }
    let common =
      value == 0
      ? Int64(timescale)
      : greatestCommonDivisor(Int64(clamping: value.magnitude), Int64(timescale))
    hasher.combine(value / common)
    hasher.combine(Int64(timescale) / common)
    hasher.combine(epoch)
  }
}
