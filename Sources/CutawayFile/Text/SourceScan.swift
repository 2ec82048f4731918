/// A single pass over all characters, before any operation that costs more.
struct SourceScan {
  private let limits: CompositionLimits
  private(set) var position = SourcePosition()
  private(set) var privateUse: Set<Unicode.Scalar> = []
  /// At least half the number of values in the text: each value takes an indicator, but a key and
  /// its empty value may share one.
  private var values = 1
  /// The number of flow maps and explicit keys.
  private var keys = 0
  /// The number of open brackets, ignoring quotes and comments.
  private var depth = 0

  init(_ limits: CompositionLimits) { self.limits = limits }

  /// Whether maps could be keys of maps in such numbers that comparing keys would take seconds.
  var mayHaveCostlyKeys: Bool { values * min(keys, 1_000) > 2_000_000 }

  /// Scans the text up to the first problem, and returns its description.
  mutating func run(over scalars: String.UnicodeScalarView) -> String? {
    var iterator = scalars.makeIterator()
    var next = iterator.next()
    while let scalar = next {
      next = iterator.next()
      if let problem = problem(with: scalar, before: next) { return problem }
      position.advance(over: scalar, before: next)
    }
    return nil
  }

  private mutating func problem(
    with scalar: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> String? {
    switch scalar.value {
    case 0x2C: values += 1  // ","
    case 0x3F:  // "?"
      values += 1
      keys += 1
    case 0x3A: values += next == "\n" ? 2 : 1  // ":"
    case 0x2D where next == " " || next == "\n" || next == "\r": values += 1  // "- "
    case 0x5B, 0x7B:  // "[" and "{"
      values += 1
      depth += 1
      if scalar == "{" { keys += 1 }
    case 0x5D, 0x7D: depth = max(0, depth - 1)
    case 0xE000...0xF8FF: privateUse.insert(scalar)
    case 0x09, 0x0A, 0x0D, 0x20...0x7F, 0x85, 0xA0...0xD7FF, 0xF900...0xFFFD, 0x10000...0x10FFFF:
      return nil
    default:
      let code = String(scalar.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
      return "the character U+\(padded) is not allowed in YAML"
    }
    if values > limits.values {
      return "the file has more than \(limits.values) values"
    }
    // The scan ignores quotes, so this is only the cheap part of the check. The composer checks the
    // actual depth when it builds the tree.
    if depth > SourceLimits.brackets { return tooDeep }
    return nil
  }
}

/// The message for values that are nested too deeply.
let tooDeep = "lists and maps are nested more than \(SourceLimits.depth) deep"
