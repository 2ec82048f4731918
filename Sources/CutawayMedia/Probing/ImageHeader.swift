import CCutawayGStreamer
import Glibc

/// The size that the header of an image states, before anything decodes it.
struct ImageHeader {
  private(set) var width: UInt64 = 0
  private(set) var height: UInt64 = 0

  /// The maximum number of pixels of an image, whose pixels take 512 MiB.
  private static let largest: UInt64 = 128 << 20

  /// What makes the image too large, as the end of a sentence; `nil` if it is not.
  var excess: String? {
    width * height > Self.largest
      ? "has \(width)×\(height) pixels; an image has at most 128 million pixels" : nil
  }

  /// How much of a file is read: the frame header of a JPEG may follow a thumbnail and a profile.
  private static let length = 4 << 20

  /// Reads the header of a PNG, JPEG, GIF or WebP file; `nil` for other files.
  init?(path: String) {
    // What is read from a pipe is gone.
    guard g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0, let file = fopen(path, "rb") else {
      return nil
    }
    defer { fclose(file) }
    func start(_ length: Int) -> [UInt8] {
      rewind(file)
      var bytes = [UInt8](repeating: 0, count: length)
      let count = fread(&bytes, 1, length, file)
      return Array(bytes.prefix(count))
    }
    var bytes = start(32)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { bytes = start(Self.length) }
    self.init(bytes)
  }

  /// Reads a header from the start of a file.
  init?(_ bytes: [UInt8]) {
    func text(_ start: Int, _ count: Int) -> String {
      String(decoding: bytes.dropFirst(start).prefix(count), as: UTF8.self)
    }
    let size: (UInt64, UInt64)? =
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
        (Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
      } else if text(0, 4) == "GIF8", bytes.count >= 10 {
        (Self.number(bytes[6..<8].reversed()), Self.number(bytes[8..<10].reversed()))
      } else if text(0, 4) == "RIFF", text(8, 4) == "WEBP", bytes.count >= 30 {
        Self.webP(bytes, text(12, 4))
      } else if bytes.starts(with: [0xFF, 0xD8]) {
        Self.jpeg(bytes)
      } else {
        nil
      }
    guard let size else { return nil }
    (width, height) = size
  }

  /// A number with its highest byte first.
  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The size of a WebP image by the kind of its first chunk (RFC 9649).
  private static func webP(_ bytes: [UInt8], _ chunk: String) -> (UInt64, UInt64)? {
    switch chunk {
    case "VP8X":
      (number(bytes[24..<27].reversed()) + 1, number(bytes[27..<30].reversed()) + 1)
    case "VP8L":
      // Two numbers of 14 bits after a signature.
      {
        let bits = number(bytes[21..<25].reversed())
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      }()
    case "VP8 ":
      (number(bytes[26..<28].reversed()) & 0x3FFF, number(bytes[28..<30].reversed()) & 0x3FFF)
    default: nil
    }
  }

  /// The size in the first frame header of a JPEG image (ITU-T T.81, B.2.2).
  private static func jpeg(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Fill bytes, and markers without a segment.
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += marker == 0xFF ? 1 : 2
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (number(bytes[place + 7..<place + 9]), number(bytes[place + 5..<place + 7]))
      }
      place += 2 + Int(number(bytes[place + 2..<place + 4]))
    }
    return nil
  }
}
