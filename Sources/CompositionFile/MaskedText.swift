/// A text in which placeholders stand for some characters, one for one, so that positions hold.
///
/// Always for `*`, so that an alias is parsed as a plain scalar; for `?` where an explicit key must
/// not be parsed as one.
struct MaskedText {
  private(set) var text: String
  /// What each placeholder stands for.
  private var originals: [Unicode.Scalar: Unicode.Scalar]
  private var free: ArraySlice<Unicode.Scalar>

  init(_ source: SourceText) {
    free = source.placeholders[...]
    originals = [:]
    var bytes = Array(source.text.utf8)
    let characters: [Unicode.Scalar] = source.mayHaveCostlyKeys ? ["*", "?"] : ["*"]
    for character in characters {
      guard let placeholder = free.popFirst() else { break }
      originals[placeholder] = character
      bytes = bytes.replacing(UInt8(ascii: character), with: Array(String(placeholder).utf8))
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Alters the first character of the key at a position, so that it equals no other.
  ///
  /// The result is `false` where that cannot be done.
  mutating func maskKey(at position: SourcePosition) -> Bool {
    guard let placeholder = free.first, text.utf8.count <= SourceLimits.bytes / 64,
      var index = index(of: position)
    else { return false }
    var scalars = text.unicodeScalars
    if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
    guard index < scalars.endIndex, !"\"'\\[]{}&!|>\r\n".unicodeScalars.contains(scalars[index])
    else { return false }
    originals[placeholder] = originals[scalars[index]] ?? scalars[index]
    scalars.replaceSubrange(index...index, with: [placeholder])
    text = String(scalars)
    free.removeFirst()
    return true
  }

  /// A scalar of the text, as it stands in the file.
  func unmasked(_ scalar: String) -> String {
    // Placeholders have three bytes, the first of them 0xEE or 0xEF.
    guard scalar.utf8.contains(where: { $0 >= 0xEE && $0 <= 0xEF }) else { return scalar }
    var original: [UInt8] = []
    original.reserveCapacity(scalar.utf8.count)
    for character in scalar.unicodeScalars {
      original.append(contentsOf: UTF8.encode(originals[character] ?? character) ?? .init())
    }
    return String(decoding: original, as: UTF8.self)
  }

  /// The text with lists for all flow maps, whose depth is no less.
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

extension [UInt8] {
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
