/// A position in a text.
struct SourcePosition: Sendable, Hashable {
  /// The line, from 1.
  ///
  /// Lines break as in YAML 1.1: at LF, CR, CR LF, NEL, LS and PS.
  var line = 1
  /// The column, from 1, in Unicode scalars.
  var column = 1
  /// Which copy of a repeated part it is in, from 1; 0 for none.
  var row = 0
}

extension SourcePosition: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    (a.line, a.column, a.row) < (b.line, b.column, b.row)
  }
}

extension SourcePosition {
  /// Advances over a scalar.
  ///
  /// `next` is the scalar after it.
  mutating func advance(over scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    switch scalar {
    case "\r" where next == "\n": column += 1
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      line += 1
      column = 1
    default: column += 1
    }
  }

  /// Advances over a whole text.
  mutating func advance(over scalars: some Sequence<Unicode.Scalar>) {
    var last: Unicode.Scalar?
    for scalar in scalars {
      if let last { advance(over: last, before: scalar) }
      last = scalar
    }
    if let last { advance(over: last, before: nil) }
  }
}
