import CutawayTime

// The text form of animations in a launch line: the `keyframes` property of an element.
//
//     0=1; 14..16=1>0; 20..22=0>1@easeIn
//
// An entry is `TIME=VALUE` or `START..END=FROM>TO`. After an `@`, a ramp has an easing and other
// options. Times are seconds, written as integers, decimals or fractions. A value is its
// components, separated by commas.

/// A value with a fixed number of components.
public protocol ComponentValue: Animatable {
  /// The number of ``components`` of every value of the type.
  static var componentCount: Int { get }
  /// The numbers of the value, in the order of the keyframe text.
  var components: [Double] { get }
  /// Creates a value from exactly ``componentCount`` components.
  init(components: [Double])
}

extension Double: ComponentValue {
  /// 1: the number itself.
  public static var componentCount: Int { 1 }
  /// The number itself.
  public var components: [Double] { [self] }
  /// Creates the number from its only component.
  public init(components: [Double]) { self = components[0] }
}

extension Rectangle: ComponentValue {
  /// 4: `x`, `y`, `width` and `height`.
  public static var componentCount: Int { 4 }
  /// `x`, `y`, `width` and `height`.
  public var components: [Double] { [x, y, width, height] }
  /// Creates a rectangle from `x`, `y`, `width` and `height`.
  public init(components c: [Double]) { self.init(x: c[0], y: c[1], width: c[2], height: c[3]) }
}

extension TransformMatrix: ComponentValue {
  /// 6: `a`, `b`, `c`, `d`, `tx` and `ty`.
  public static var componentCount: Int { 6 }
  /// `a`, `b`, `c`, `d`, `tx` and `ty`.
  public var components: [Double] { [a, b, c, d, tx, ty] }
  /// Creates a matrix from `a`, `b`, `c`, `d`, `tx` and `ty`.
  public init(components c: [Double]) {
    self.init(a: c[0], b: c[1], c: c[2], d: c[3], tx: c[4], ty: c[5])
  }
}

extension AnimatedValue where Value: ComponentValue {
  /// The entries as text, such as `0=1; 14..16=1>0; 20..22=0>1@easeIn`, with times in seconds.
  public var keyframes: String {
    entries.map { entry in
      switch entry {
      case .instant(let time, let value): "\(time)=\(text(of: value))"
      case .ramp(let ramp):
        "\(ramp.range)=\(text(of: ramp.from))>\(text(of: ramp.to))\(suffix(of: ramp))"
      }
    }.joined(separator: "; ")
  }

  private func text(of value: Value) -> String {
    value.components.map(shortText).joined(separator: ",")
  }

  private func suffix(of ramp: Ramp) -> String {
    var words: [String] = []
    if ramp.easing != .linear { words.append(ramp.easing.keyframeName) }
    if case .decomposed(let turns) = ramp.interpolation {
      words.append("decomposed")
      if turns != 0 { words.append("turns:\(turns)") }
    }
    return words.isEmpty ? "" : "@" + words.joined(separator: " ")
  }

  /// Parses the output of ``keyframes``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid entry, or states which entries overlap.
  public init(keyframes text: String) throws(CompositionError) {
    self.init()
    for part in text.split(separator: ";") {
      let part = part.trimmed
      if part.isEmpty { continue }
      guard let entry = Entry(keyframe: part) else {
        throw CompositionError(
          .invalidValue,
          "'\(part)' is not a keyframe: expected TIME=VALUE or START..END=FROM>TO[@EASING], "
            + "where a value is \(Value.componentCount) number(s) with commas between")
      }
      try add(entry)
    }
  }

  /// The same entries with times rounded towards zero to whole nanoseconds.
  ///
  /// GStreamer's times are whole nanoseconds. After the rounding, an entry at the time of a frame
  /// takes effect at that frame.
  package func flooredToNanoseconds() -> Self {
    var result = self
    result.floorTimes()
    return result
  }
}

extension AnimatedValue {
  /// Rounding down keeps the order, so entries that did not overlap still do not.
  ///
  /// A ramp that becomes empty turns into an instant with its last value.
  fileprivate mutating func floorTimes() {
    func floored(_ time: MediaTime) -> MediaTime { MediaTime(nanoseconds: time.nanoseconds) }
    let rounded = entries.map { entry -> Entry in
      switch entry {
      case .instant(let time, let value): return .instant(at: floored(time), value: value)
      case .ramp(var ramp):
        ramp.range = TimeRange(start: floored(ramp.range.start), end: floored(ramp.range.end))
        return ramp.range.isEmpty ? .instant(at: ramp.range.start, value: ramp.to) : .ramp(ramp)
      }
    }
    replaceEntries(with: rounded)
  }
}

extension AnimatedValue.Entry where Value: ComponentValue {
  fileprivate init?(keyframe text: String) {
    let halves = text.split(separator: "=", maxSplits: 1).map(\.trimmed)
    guard halves.count == 2 else { return nil }
    let tail = halves[1].split(separator: "@", maxSplits: 1).map(\.trimmed)
    let values = tail[0].split(separator: ">", maxSplits: 1).map { Value(keyframe: $0.trimmed) }
    if let dots = halves[0].firstRange(of: "..") {
      guard let start = MediaTime(String(halves[0][..<dots.lowerBound]).trimmed),
        let end = MediaTime(String(halves[0][dots.upperBound...]).trimmed),
        values.count == 2, let from = values[0], let to = values[1]
      else { return nil }
      var ramp = AnimatedValue.Ramp(
        over: TimeRange(start: start, end: end), from: from, to: to)
      for word in (tail.count > 1 ? tail[1] : "").split(separator: " ") {
        guard ramp.apply(word: String(word)) else { return nil }
      }
      self = .ramp(ramp)
    } else {
      guard let time = MediaTime(halves[0]), values.count == 1, let value = values[0],
        tail.count == 1
      else { return nil }
      self = .instant(at: time, value: value)
    }
  }
}

extension AnimatedValue.Ramp {
  fileprivate mutating func apply(word: String) -> Bool {
    if let easing = Easing(keyframeName: word) {
      self.easing = easing
    } else if word == "decomposed" {
      interpolation = .decomposed(turns: 0)
    } else if word.hasPrefix("turns:"), let turns = Int(word.dropFirst(6)) {
      interpolation = .decomposed(turns: turns)
    } else {
      return false
    }
    return true
  }
}

extension ComponentValue {
  fileprivate init?(keyframe text: String) {
    let numbers = text.split(separator: ",").map { Double($0.trimmed) }
    guard numbers.count == Self.componentCount, numbers.allSatisfy({ $0?.isFinite == true }) else {
      return nil
    }
    self.init(components: numbers.compactMap(\.self))
  }
}

extension Easing {
  fileprivate var keyframeName: String {
    if let named = Easing.named.first(where: { $0.easing == self }) { return named.name }
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return "linear" }
    return "bezier:" + [x1, y1, x2, y2].map(shortText).joined(separator: ":")
  }

  fileprivate init?(keyframeName: String) {
    if let named = Easing.named.first(where: { $0.name == keyframeName }) {
      self = named.easing
      return
    }
    let parts = keyframeName.split(separator: ":")
    let numbers = parts.dropFirst().compactMap { Double($0) }
    guard parts.first == "bezier", numbers.count == 4, parts.count == 5,
      (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      numbers.allSatisfy(\.isFinite)
    else { return nil }
    self = .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }
}

/// A number without a redundant `.0`, independent of the locale.
private func shortText(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
