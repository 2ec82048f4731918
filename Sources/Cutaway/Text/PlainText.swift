/// The text of a subtitle without the markup of its format.
///
/// Markup is tags as in HTML (`<i>`, `<v Ann>`, `<font color="red">`), times of words (`<00:00:01.500>`), overrides as in SubStation
/// Alpha (`{\an8}`), and named characters (`&amp;`).
///
/// - Parameters:
///   - marked: The text with markup.
///   - escapes: How many times its characters are escaped.
/// - Returns: The text.
func plainText(_ marked: String, escapes: Int) -> String {
  let lines = marked.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  var text = lines.replacing(/<\/?[A-Za-z][^<>\n]{0,200}>/, with: "")
    .replacing(/<[0-9:]{4,12}[.,][0-9]{1,9}>/, with: "")
    .replacing(/\{\\[^{}\n]{0,200}\}/, with: "")
  for _ in 0..<escapes { text = namedCharactersReplaced(in: text) }
  return text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
    .joined(separator: "\n")
}

/// The names that WebVTT and Pango's markup define.
private let namedCharacters: [Substring: String] = [
  "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": "\u{A0}",
  "lrm": "\u{200E}", "rlm": "\u{200F}",
]

private func namedCharactersReplaced(in text: String) -> String {
  text.replacing(/&(#?[a-z0-9]{1,5});/) { match in
    namedCharacters[match.output.1] ?? String(match.output.0)
  }
}

extension Substring {
  fileprivate func trimming(while isUnwanted: (Character) -> Bool) -> Substring {
    var rest = drop(while: isUnwanted)
    while let last = rest.last, isUnwanted(last) { rest.removeLast() }
    return rest
  }
}
