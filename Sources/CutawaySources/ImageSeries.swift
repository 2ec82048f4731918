package import CutawayTime

/// Images in files whose names differ in a number: `frames/frame-%05d.png`.
///
/// The text form stands for a location in a launch line: `images:frames/frame-%05d.png@1/25`, with
/// the duration of an image.
package struct ImageSeries: Sendable, Hashable {
  /// The folder with its last slash; empty for the working directory.
  package let folder: String
  /// The name of a file before and after the number.
  private let prefix: String, suffix: String
  /// The least number of digits, filled with zeros; 0 fills none.
  private let digits: Int
  /// Seconds per image.
  package let frameDuration: MediaTime

  /// Reads a pattern; the result is `nil` unless the name of the file has one `%d` or `%05d`.
  package init?(pattern: String, frameDuration: MediaTime) {
    let start = pattern.lastIndex(of: "/").map { pattern.index(after: $0) } ?? pattern.startIndex
    let name = pattern[start...]
    guard frameDuration > .zero, let match = name.firstMatch(of: /%(?:0([1-9]))?d/),
      name[match.range.upperBound...].firstMatch(of: /%(?:0[1-9])?d/) == nil
    else { return nil }
    folder = String(pattern[..<start])
    prefix = String(name[..<match.range.lowerBound])
    suffix = String(name[match.range.upperBound...])
    digits = match.output.1.flatMap { Int($0) } ?? 0
    self.frameDuration = frameDuration
  }

  /// Reads the text form; the result is `nil` for other texts.
  package init?(text: String) {
    guard text.hasPrefix("images:"), let at = text.lastIndex(of: "@"),
      let duration = MediaTime(String(text[text.index(after: at)...]))
    else { return nil }
    self.init(pattern: String(text[..<at].dropFirst(7)), frameDuration: duration)
  }

  /// The pattern with `%05d` in place of the number.
  package var pattern: String { folder + prefix + placeholder + suffix }

  private var placeholder: String { digits == 0 ? "%d" : "%0\(digits)d" }

  /// The text form.
  package var text: String { "images:\(pattern)@\(frameDuration)" }

  /// The pattern as `printf` reads it.
  package var format: String {
    func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }
    return escaped(folder) + escaped(prefix) + placeholder + escaped(suffix)
  }

  /// The path of the image with a number.
  package func path(_ number: Int) -> String { folder + name(number) }

  private func name(_ number: Int) -> String {
    let text = "\(number)"
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The number in the name of a file; `nil` for other files.
  package func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count > prefix.utf8.count + suffix.utf8.count,
      let number = Int32(name.dropFirst(prefix.count).dropLast(suffix.count)), number >= 0,
      self.name(Int(number)) == name
    else { return nil }
    return Int(number)
  }
}
