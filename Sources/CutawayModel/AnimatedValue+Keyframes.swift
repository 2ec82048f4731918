import CutawayTime

// The text in which ramps travel on a launch line, as the `keyframes` property of an element:
//
//     0=1; 14..16=1>0; 20..22=0>1@easeIn
//
// An entry is `TIME=VALUE` or `START..END=FROM>TO`, with an easing and other words after an `@`.
// Times are seconds, whole, decimal or as fractions; a value is its components with commas between.

/// A value that is a fixed number of components.
public protocol ComponentValue: Animatable {
  static var componentCount: Int { get }
  var components: [Double] { get }
  /// Makes a value of exactly ``componentCount`` components.
  init(components: [Double])
}

extension Double: ComponentValue {
  public static var componentCount: Int { 1 }
  public var components: [Double] { [self] }
  public init(components: [Double]) { self = components[0] }
}

extension Rectangle: ComponentValue {
  public static var componentCount: Int { 4 }
  public var components: [Double] { [x, y, width, height] }
  public init(components c: [Double]) { self.init(x: c[0], y: c[1], width: c[2], height: c[3]) }
}

extension TransformMatrix: ComponentValue {
  public static var componentCount: Int { 6 }
  public var components: [Double] { [a, b, c, d, tx, ty] }
  public init(components c: [Double]) {
    self.init(a: c[0], b: c[1], c: c[2], d: c[3], tx: c[4], ty: c[5])
  }
}

extension AnimatedValue where Value: ComponentValue {
  /// The entries as text.
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

  /// Reads what ``keyframes`` writes.
  ///
  /// - Throws: ``CompositionError`` that quotes the entry that is wrong.
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

  /// The same entries at times that are whole nanoseconds, towards zero.
  ///
  /// GStreamer's times are such, so that an entry at the time of a frame is met by that frame.
  public func flooredToNanoseconds() -> Self {
    var result = self
    result.floorTimes()
    return result
  }
}

extension AnimatedValue {
  /// Rounding down keeps the order, so that no two entries overlap that did not before; those that
  /// become empty vanish.
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

/// A number without a needless `.0`, never in a locale's spelling.
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
