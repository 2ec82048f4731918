/// A text in which placeholders replace some characters, one for one, so that positions stay the
/// same.
///
/// A placeholder always replaces `*`, so that the parser reads an alias as a plain scalar. It
/// replaces `?` where the parser must not read an explicit key. It also replaces characters that
/// JSON allows within quotes, but libyaml does not: U+007F, and the backslashes of surrogates,
/// `\ud83d\ude00`.
struct MaskedText {
  private(set) var text: String
  /// The character that each placeholder replaces.
  private var originals: [Unicode.Scalar: Unicode.Scalar]
  private var free: ArraySlice<Unicode.Scalar>
  /// The placeholder for the backslash of a surrogate; `nil` if the text has none.
  private var surrogateMark: Unicode.Scalar?

  init(_ source: SourceText) {
    free = source.placeholders[...]
    originals = [:]
    var bytes = Array(source.text.utf8)
    let characters: [Unicode.Scalar] = ["*", "\u{7F}"] + (source.mayHaveCostlyKeys ? ["?"] : [])
    for character in characters {
      guard let placeholder = free.popFirst() else { break }
      originals[placeholder] = character
      bytes = bytes.replacing(UInt8(ascii: character), with: Array(String(placeholder).utf8))
    }
    let surrogates = bytes.surrogateEscapes
    if !surrogates.isEmpty, let placeholder = free.popFirst() {
      surrogateMark = placeholder
      originals[placeholder] = "\\"
      bytes = bytes.replacing(at: surrogates, with: Array(String(placeholder).utf8))
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the first character of the key at a position, so that the key equals no other.
  ///
  /// The result is `false` if that is not possible.
  mutating func maskKey(at position: SourcePosition) -> Bool {
    guard let placeholder = free.first, text.utf8.count <= SourceLimits.bytes / 64,
      var index = index(of: position)
    else { return false }
    var scalars = text.unicodeScalars
    if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
    guard index < scalars.endIndex, scalars[index] != surrogateMark,
      !"\"'\\[]{}&!|>\r\n".unicodeScalars.contains(scalars[index])
    else { return false }
    originals[placeholder] = originals[scalars[index]] ?? scalars[index]
    scalars.replaceSubrange(index...index, with: [placeholder])
    text = String(scalars)
    free.removeFirst()
    return true
  }

  /// A scalar in double quotes, with one character for each pair of surrogates.
  ///
  /// The result is `nil` if a surrogate is not part of a pair.
  func joiningSurrogates(in scalar: String) -> String? {
    guard let surrogateMark, scalar.unicodeScalars.contains(surrogateMark) else { return scalar }
    var joined = String.UnicodeScalarView()
    var rest = scalar.unicodeScalars[...]
    while let character = rest.popFirst() {
      if character != surrogateMark {
        joined.append(character)
        continue
      }
      let high = rest.takeCodeUnit()
      guard rest.popFirst() == surrogateMark, let low = rest.takeCodeUnit(), let high,
        let pair = String(validating: [high, low], as: UTF16.self)
      else { return nil }
      // One by one: appending a sequence copies the whole text.
      for character in pair.unicodeScalars { joined.append(character) }
    }
    return String(joined)
  }

  /// A scalar of the text, as written in the file.
  func unmasked(_ scalar: String) -> String {
    // Placeholders have three bytes. The first is 0xEE or 0xEF.
    guard scalar.utf8.contains(where: { $0 >= 0xEE && $0 <= 0xEF }) else { return scalar }
    var original: [UInt8] = []
    original.reserveCapacity(scalar.utf8.count)
    for character in scalar.unicodeScalars {
      original.append(contentsOf: UTF8.encode(originals[character] ?? character) ?? .init())
    }
    return String(decoding: original, as: UTF8.self)
  }

  /// The text with lists in place of all flow maps.
  ///
  /// It is at least as deeply nested.
  var withoutBraces: String {
    String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "{"): UInt8(ascii: "[")
        case UInt8(ascii: "}"): UInt8(ascii: "]")
        default: byte
        }
      }, as: UTF8.self)
  }

  private func index(of position: SourcePosition) -> String.Index? {
    let scalars = text.unicodeScalars
    var here = SourcePosition()
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if here == position { return index }
      let next = scalars.index(after: index)
      here.advance(over: scalars[index], before: next < scalars.endIndex ? scalars[next] : nil)
      index = next
    }
    return nil
  }
}

extension Substring.UnicodeScalarView {
  /// Consumes `u` and the four hexadecimal digits behind it.
  fileprivate mutating func takeCodeUnit() -> UInt16? {
    _ = popFirst()
    let digits = (0..<4).compactMap { _ in popFirst().map(Character.init) }
    return UInt16(String(digits), radix: 16)
  }
}

extension [UInt8] {
  /// The positions of backslashes that escape a surrogate.
  ///
  /// A backslash after another is not one of them, because the first escapes the second.
  fileprivate var surrogateEscapes: [Int] {
    var places: [Int] = []
    var isEscape = false
    for (index, byte) in enumerated() {
      isEscape = byte == UInt8(ascii: "\\") && !isEscape
      if isEscape, isSurrogate(from: index + 1) { places.append(index) }
    }
    return places
  }

  /// Whether the text at `start` is `uD800` to `uDFFF`.
  private func isSurrogate(from start: Int) -> Bool {
    guard start + 5 <= count, self[start] == UInt8(ascii: "u"),
      let value = UInt16(String(decoding: self[start + 1..<start + 5], as: UTF8.self), radix: 16)
    else { return false }
    return UTF16.isSurrogate(value)
  }

  fileprivate func replacing(at places: [Int], with bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count + places.count * bytes.count)
    var start = 0
    for place in places {
      result += self[start..<place] + bytes
      start = place + 1
    }
    return result + self[start...]
  }

  fileprivate func replacing(_ byte: UInt8, with bytes: [UInt8]) -> [UInt8] {
    guard contains(byte) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for element in self {
      if element == byte { result.append(contentsOf: bytes) } else { result.append(element) }
    }
    return result
  }
}
