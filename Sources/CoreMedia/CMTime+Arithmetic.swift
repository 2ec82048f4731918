extension CMTime {
  /// The sum.
  ///
  /// Equal timescales are kept; otherwise the result has their least common multiple, or the largest
  /// timescale with rounding. The sum with an infinity is that infinity, but +∞ + -∞ is invalid. The
  /// sum with an indefinite time is indefinite. Two numeric times of different epochs other than 0
  /// have no sum.
  public static func + (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: 1) }

  /// The difference; see ``+(_:_:)``.
  public static func - (a: CMTime, b: CMTime) -> CMTime { a.adding(b, sign: -1) }

  private func adding(_ other: CMTime, sign: Int) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    let (mine, theirs) = (infinity, other.infinity * sign)
    if mine != 0 || theirs != 0 {
      return mine * theirs < 0 ? .invalid : .infinity(mine != 0 ? mine : theirs)
    }
    if isIndefinite || other.isIndefinite { return .indefinite }
    guard isNumeric, other.isNumeric else { return .invalid }
    if epoch != other.epoch, epoch != 0, other.epoch != 0 { return .invalid }
    let (scale, otherScale) = (Int64(timescale), Int64(other.timescale))
    let multiple = scale / greatestCommonDivisor(scale, otherScale) * otherScale
    let numerator =
      Int128(value) * Int128(multiple / scale)
      + Int128(sign) * Int128(other.value) * Int128(multiple / otherScale)
    return CMTime(
      numerator, over: Int128(multiple), timescale: CMTimeScale(clamping: multiple),
      isRounded: hasBeenRounded || other.hasBeenRounded,
      epoch: epoch == other.epoch ? 0 : epoch + other.epoch)
  }

  /// The time in another timescale.
  ///
  /// A timescale of 0 or less gives an invalid time. Times that are not numeric stay as they are.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard newTimescale > 0 else { return .invalid }
    guard isNumeric else {
      return isValid && flags.isDisjoint(with: .impliedValueFlagsMask) ? .invalid : self
    }
    return CMTime(
      Int128(value), over: Int128(timescale), timescale: newTimescale, method: method,
      isRounded: hasBeenRounded, epoch: epoch)
  }

  /// The time times a whole number, in the same timescale if the value fits.
  func multiplied(by multiplier: Int32) -> CMTime {
    guard let special = multiplied(bySignOf: Double(multiplier)) else {
      return CMTime(
        Int128(value) * Int128(multiplier), over: Int128(timescale), timescale: timescale,
        isRounded: hasBeenRounded, epoch: epoch)
    }
    return special
  }

  /// The time times a fraction.
  func multiplied(by multiplier: Int32, over divisor: Int32) -> CMTime {
    guard isValid else { return .invalid }
    if divisor == 0 {
      guard multiplier != 0, isNumeric, value != 0 else { return .invalid }
      return .infinity((value < 0) == (multiplier < 0) ? 1 : -1)
    }
    if let special = multiplied(bySignOf: Double(multiplier) / Double(divisor)) { return special }
    let sign: Int128 = divisor < 0 ? -1 : 1
    let numerator = Int128(value) * Int128(multiplier) * sign
    // The exact fraction where its timescale fits; else the largest timescale.
    let scale = Int64(timescale) * Int64(divisor.magnitude)
    let common = greatestCommonDivisor(
      scale, Int64(clamping: numerator.magnitude % UInt128(scale)))
    let exact = common > 0 ? scale / common : 1
    let preferred =
      numerator % Int128(divisor.magnitude) == 0
      ? timescale : CMTimeScale(clamping: exact)
    return CMTime(
      numerator, over: Int128(scale), timescale: preferred, isRounded: hasBeenRounded,
      epoch: epoch)
  }

  /// The time times a number.
  ///
  /// The timescale is doubled until it is at least 65536; the product is then rounded.
  func multiplied(by multiplier: Double) -> CMTime {
    if multiplier.isNaN { return .invalid }
    if let special = multiplied(bySignOf: multiplier) { return special }
    if multiplier.isInfinite {
      return value == 0 ? .invalid : .infinity((value < 0) == (multiplier < 0) ? 1 : -1)
    }
    var scale = timescale, exponent = 0
    while scale < 65_536 {
      scale *= 2
      exponent += 1
    }
    // The multiplier is a whole number times a power of two.
    let significand = Int128((multiplier.significand * 0x1p52).rounded())
    exponent += multiplier == 0 ? 0 : Int(multiplier.exponent) - 52
    var product = multiplier == 0 ? 0 : Int128(value) * significand
    if multiplier < 0 { product = -product }
    while true {
      if let (result, isExact) = shifted(product, by: exponent),
        let fitting = CMTimeValue(exactly: result)
      {
        var time = CMTime(value: fitting, timescale: scale, flags: .valid, epoch: epoch)
        if hasBeenRounded || !isExact { time.flags.insert(.hasBeenRounded) }
        return time
      }
      if scale == 1 { return .infinity(product < 0 ? -1 : 1) }
      // An odd timescale is not halved exactly, so the rest goes into the product.
      guard scale % 2 == 0 else {
        return CMTime(seconds: seconds * multiplier, preferredTimescale: scale / 2, epoch: epoch)
      }
      exponent -= 1
      scale /= 2
    }
  }

  /// The product of a time that is not numeric; `nil` for a numeric one.
  private func multiplied(bySignOf multiplier: Double) -> CMTime? {
    if isNumeric { return nil }
    guard isValid, infinity != 0 || isIndefinite else { return .invalid }
    if isIndefinite { return .indefinite }
    if multiplier == 0 { return .invalid }
    return .infinity(multiplier < 0 ? -infinity : infinity)
  }
}

/// A number times a power of two, rounded half away from zero; `nil` if it does not fit.
private func shifted(_ number: Int128, by exponent: Int) -> (Int128, isExact: Bool)? {
  if number == 0 { return (0, true) }
  if exponent >= 0 {
    guard exponent < 64, number.magnitude.leadingZeroBitCount > exponent + 1 else { return nil }
    return (number << exponent, true)
  }
  if exponent < -126 { return (0, false) }
  let divisor = Int128(1) << -exponent
  let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
  if rest == 0 { return (quotient, true) }
  let isUp = rest.magnitude >= divisor.magnitude - rest.magnitude
  return (quotient + (isUp ? (number < 0 ? -1 : 1) : 0), false)
}
