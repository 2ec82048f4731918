import CutawayDiagnostics
import Foundation

/// The language of a track in the form of its media header.
struct TrackLanguage {
  /// The three letters of ISO 639-2/T, in five bits each.
  let packed: UInt16
  /// The whole tag, if it contains more than the three letters.
  let extended: String?

  /// The packed code `und`.
  static let undetermined: UInt16 = 0x55C4

  /// Parses a language.
  ///
  /// - Parameter tag: A BCP 47 tag, such as `de`, `pt-BR` or `zh-Hant`, or an ISO 639-2 code.
  /// - Throws: ``ContainerErrorCode/invalidRequest``.
  init(_ tag: String) throws(ContainerError) {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    guard isWellFormed, let language = parts.first else {
      throw ContainerError(
        .invalidRequest, "'\(tag)' is not a language: expected a tag such as 'de' or 'pt-BR'")
    }
    let known = Locale.LanguageCode(language.lowercased()).identifier(.alpha3)
    let letters = Array((known ?? language.lowercased()).utf8)
    let isCode = letters.count == 3 && letters.allSatisfy { (0x61...0x7A).contains($0) }
    packed = isCode ? letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) } : Self.undetermined
    extended = isCode && parts.count == 1 ? nil : tag
  }

  /// Writes the language into a track.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if the track has no media header.
  func write(to track: inout Box) throws(ContainerError) {
    guard var media = track["mdia"],
      let index = media.boxes.firstIndex(where: { $0.kind == "mdhd" })
    else { throw ContainerError(.malformed, "a track without a media header") }
    let offset = media.boxes[index].bytes.first == 1 ? 32 : 20
    guard media.boxes[index].bytes.count >= offset + 2 else {
      throw ContainerError(.malformed, "a truncated media header")
    }
    media.boxes[index].bytes.set(packed, at: offset)
    media["elng"] = nil
    if let extended {
      let position = media.boxes.firstIndex { $0.kind == "mdhd" } ?? 0
      media.boxes.insert(
        Box("elng", [0, 0, 0, 0] + Array(extended.utf8) + [0]), at: position + 1)
    }
    track["mdia"] = media
  }
}
