import CutawayModel
import CutawayTime
import Glibc

/// What the header of an MP4 or MOV file says of its tracks that GStreamer does not hand on: how long
/// each lasts, and all eight ways to turn its picture.
///
/// qtdemux of GStreamer 1.22 takes one of the mirrored matrices for none.
struct MovieHeader {
  struct Track {
    /// `vide`, `soun`, or something else.
    var handler: String
    /// `nil` where the header does not say, as in a fragmented file.
    var duration: MediaTime?
    /// `nil` where the matrix is none of the eight.
    var orientation: Orientation?
    /// Three letters of ISO 639-2; `nil` where the header does not say.
    var language: String?
  }

  private(set) var tracks: [Track] = []
  /// Whether the header leaves it to fragments to say what there is.
  private(set) var isFragmented = false

  /// No header is longer: ten hours of film have one of a few megabytes.
  private static let longest = 256 << 20

  /// Reads the header of a file; `nil` where it has none.
  init?(path: String) {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 16), position = 0
    while fseek(file, position, SEEK_SET) == 0, fread(&head, 1, 16, file) == 16 {
      let bytes = BoxBytes(head[...])
      let short = bytes.word(0), kind = bytes.text(4)
      // Anything else is no such file, and its numbers are no lengths.
      guard ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid"].contains(kind) else {
        return nil
      }
      let length = short == 1 ? bytes.word(8) << 32 | bytes.word(12) : short
      guard length >= 8, length < Int.max / 4 else { return nil }
      if kind == "moov" {
        guard length <= Self.longest else { return nil }
        var movie = [UInt8](repeating: 0, count: length)
        guard fseek(file, position, SEEK_SET) == 0, fread(&movie, 1, length, file) == length
        else { return nil }
        read(BoxBytes(movie[(short == 1 ? 16 : 8)...]))
        return
      }
      position += length
    }
    return nil
  }

  private mutating func read(_ movie: BoxBytes) {
    let boxes = movie.boxes
    isFragmented = boxes.contains { $0.kind == "mvex" }
    guard let header = boxes.first(where: { $0.kind == "mvhd" })?.inside else { return }
    let scale = header.word(header.byte(0) == 1 ? 20 : 12)
    for track in boxes where track.kind == "trak" {
      let parts = track.inside.boxes
      let media = parts.first { $0.kind == "mdia" }?.inside.boxes ?? []
      guard let header = parts.first(where: { $0.kind == "tkhd" })?.inside,
        let handler = media.first(where: { $0.kind == "hdlr" })?.inside
      else { continue }
      let clock = media.first { $0.kind == "mdhd" }?.inside
      let isLong = header.byte(0) == 1
      let length = isLong ? header.word(28) << 32 | header.word(32) : header.word(20)
      let isUnknown = length == 0 || length == (isLong ? -1 : 0xFFFF_FFFF) || scale == 0
      let matrix = isLong ? 52 : 40
      tracks.append(
        Track(
          handler: handler.text(8),
          duration: isUnknown || isFragmented || length < 0
            ? nil : MediaTime(Int64(length), over: Int64(scale)),
          orientation: Orientation(
            matrix: [0, 4, 12, 16].map { header.signedWord(matrix + $0) }),
          language: clock.flatMap { language(packed: $0.word($0.byte(0) == 1 ? 32 : 20) >> 16) }))
    }
  }
}

/// Five bits a letter; `nil` for a language that is not known, and for QuickTime's numbers.
private func language(packed: Int) -> String? {
  let letters = [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }
  guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
  let code = String(decoding: letters, as: UTF8.self)
  return ["und", "mis", "mul", "zxx"].contains(code) ? nil : code
}

extension Orientation {
  /// - Parameter matrix: `a, b, c, d` in 65,536ths: where a step to the right leads, and one down.
  fileprivate init?(matrix: [Int]) {
    let one = 65_536
    switch matrix {
    case [one, 0, 0, one]: self = .identity
    case [0, one, -one, 0]: self = .rotate90
    case [-one, 0, 0, -one]: self = .rotate180
    case [0, -one, one, 0]: self = .rotate270
    case [-one, 0, 0, one]: self = .flip
    case [0, -one, -one, 0]: self = .flipRotate90
    case [one, 0, 0, -one]: self = .flipRotate180
    case [0, one, one, 0]: self = .flipRotate270
    default: return nil
    }
  }
}

/// The inside of a box; what lies past its end reads as 0.
private struct BoxBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func byte(_ offset: Int) -> Int {
    let index = bytes.startIndex + offset
    return index < bytes.endIndex ? Int(bytes[index]) : 0
  }

  func word(_ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | byte(offset + $1) }
  }

  func signedWord(_ offset: Int) -> Int {
    Int(Int32(truncatingIfNeeded: word(offset)))
  }

  func text(_ offset: Int) -> String {
    String(decoding: (0..<4).map { UInt8(byte(offset + $0)) }, as: UTF8.self)
  }

  /// The boxes that follow each other in it.
  var boxes: [(kind: String, inside: BoxBytes)] {
    var found: [(kind: String, inside: BoxBytes)] = []
    var position = 0
    while position + 8 <= bytes.count {
      let length = word(position)
      guard length >= 8, position + length <= bytes.count else { break }
      let start = bytes.startIndex + position
      found.append((text(position + 4), BoxBytes(bytes[start + 8..<start + length])))
      position += length
    }
    return found
  }
}
