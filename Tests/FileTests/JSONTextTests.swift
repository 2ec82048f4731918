import CutawayFile
import CutawayModel
import Testing

/// JSON features that YAML lacks or treats differently.
struct JSONTextTests {
  private func title(_ literal: String) throws -> String? {
    try read(base + "export: {metadata: {title: \(literal)}}").export.metadata["title"]
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "😀"), (#""a\uD83D\uDE00b\uD834\udd1e""#, "a😀b𝄞"),
    (#""\\ud83d\ude00""#, nil), (#""\\ud83d""#, #"\ud83d"#), (#""\\\ud83d\ude00*""#, #"\😀*"#),
    (#""\u00e9\ud83d\ude00\n""#, "é😀\n"), (#""\ud83d\ude00 \ue000""#, "😀 \u{E000}"),
    // It is an escape only in double quotes.
    (#"'\ud83d\ude00'"#, #"\ud83d\ude00"#), (#"\ud83d"#, #"\ud83d"#),
    ("\"\u{7F}\"", "\u{7F}"), ("'a\u{7F}'", "a\u{7F}"), (#""\x7f""#, "\u{7F}"),
  ])
  func `text is decoded as in JSON`(literal: String, expected: String?) throws {
    if let expected {
      #expect(try title(literal) == expected)
    } else {
      #expect(throws: CompositionFileError.self) { try title(literal) }
    }
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ude00\ud83d""#, #""\ud83d\ud83d\ude00""#, #""\ud83d \ude00""#, #""\ud83dx""#,
    #""\ud83d\u0041""#, #""\ud83d\n""#,
  ])
  func `half a surrogate pair is an error`(literal: String) {
    let found = diagnose(base + "export: {metadata: {title: \(literal)}}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("7:28: half a character") == true, "\(found)")
  }

  @Test func `text after a surrogate pair keeps its column`() {
    #expect(
      diagnose(base + #"export: {metadata: {"\ud83d\ude00": "\ud83d\ude00"}, foo: 1}"#)
        .contains { $0.hasPrefix("7:54: unknown key 'foo'") })
  }

  @Test func `a key with a surrogate pair is one key in any spelling`() throws {
    let metadata = #"export: {metadata: {"\ud83d\ude00": a, "b\ud83d\ude00": c}}"#
    #expect(try read(base + metadata).export.metadata == ["😀": "a", "b😀": "c"])
    for key in ["😀", #""\ud83d\ude00""#, #""\U0001F600""#] {
      let found = diagnose(base + #"export: {metadata: {"\ud83d\ude00": a, \#(key): c}}"#)
      #expect(found.count == 1)
      #expect(found.first?.contains("is given twice") == true, "\(found)")
    }
  }

  @Test func `U+007F needs quotes`() {
    #expect(
      diagnose(base + "export: {metadata: {title: a\u{7F}}}")
        == ["7:28: the character U+007F is only allowed in quotes"])
  }

  @Test(arguments: [
    ("instructions:\n  - {range: [0, 1], background: #fff, layers: []}\nexport: {}", 8),
    ("instructions: [{background: #000000, range: [0, 1],\n  layers: []}]\n", 7),
  ])
  func `an unquoted colour in a flow list is explained as a comment`(rest: String, line: Int) {
    let found = diagnose(base + rest)
    let hint = "a colour needs quotes: the '#' on line \(line) is a comment"
    #expect(found.count == 1)
    #expect(found.first?.contains(hint) == true, "\(found)")
  }

  @Test func `an error at a comment without a colour does not mention colours`() {
    #expect(diagnose(base + "export: {fileType: mp4 # why\n").first?.contains("colour") == false)
  }
}
