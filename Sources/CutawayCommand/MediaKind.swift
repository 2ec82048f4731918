/// The kind of a media file, a playlist or a subtitle file with these first bytes; `nil` if they may be other text.
func mediaKind(of bytes: [UInt8]) -> String? {
  func has(_ signature: String, at place: Int = 0) -> Bool {
    bytes.dropFirst(place).starts(with: signature.utf8)
  }
  func has(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
  // A box starts with its length, which is small.
  if bytes.first == 0, ["ftyp", "moov", "mdat", "wide"].contains(where: { has($0, at: 4) }) {
    return "MP4 or MOV"
  }
  if has([0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska or WebM" }
  if has("RIFF") {
    return has("WAVE", at: 8) ? "WAV" : has("AVI ", at: 8) ? "AVI" : "RIFF"
  }
  if has("OggS") { return "Ogg" }
  if has("fLaC") { return "FLAC" }
  if has("FLV\u{1}") { return "FLV" }
  if has("ID3") || bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0 && bytes[1] < 0xFE
  {
    return "MP3 or AAC"
  }
  if has("#EXTM3U") { return "a playlist of HLS" }
  if has("WEBVTT") || isSubRip(bytes) { return "subtitles" }
  if has([0x89, 0x50, 0x4E, 0x47]) { return "PNG" }
  if has([0xFF, 0xD8, 0xFF]) { return "JPEG" }
  if has("GIF8") { return "GIF" }
  if has([0, 0, 1, 0xBA]) { return "MPEG program stream" }
  if bytes.count > 188, bytes[0] == 0x47, bytes[188] == 0x47 { return "MPEG transport stream" }
  if has("FORM"), has("AIF", at: 8) { return "AIFF" }
  // No text contains a zero, except in UTF-16, which starts with a mark. Zeros alone are no media.
  let isMarked = has([0xFF, 0xFE]) || has([0xFE, 0xFF])
  let start = bytes.prefix(4_096)
  // In other encodings of text than UTF-8, letters with accents are invalid, which are a few.
  let strange = String(decoding: start, as: UTF8.self).unicodeScalars.count { scalar in
    scalar.value < 32 && !(9...13).contains(scalar.value) || [0x7F, 0xFFFD].contains(scalar.value)
  }
  let isBinary =
    start.contains(0) ? start.contains { $0 != 0 } : strange > 32 && strange > start.count / 4
  return !isMarked && isBinary ? "binary data" : nil
}

/// Whether a text starts like a SubRip file: a number, and a line with two times.
private func isSubRip(_ bytes: [UInt8]) -> Bool {
  let lines = String(decoding: bytes.prefix(200), as: UTF8.self)
    .split(whereSeparator: \.isNewline)
  return lines.count > 1 && lines[0].allSatisfy(\.isNumber)
    && lines[1].starts(with: /\d+:\d\d:\d\d[,.]\d+ *-->/)
}
