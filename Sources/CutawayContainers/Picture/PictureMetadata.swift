/// What a picture file states beside its pixels: JPEG, PNG, WebP, GIF, TIFF, BMP, or a sequence of HEIF.
package struct PictureMetadata: Sendable, Hashable {
  /// The size that the header states; `nil` if there is none.
  package internal(set) var size: Size?
  /// The orientation as in Exif, from 1 to 8; `nil` if none is stated.
  package internal(set) var orientation: Int?
  /// The ICC profile; `nil` without one.
  package internal(set) var profile: Profile?
  /// What the colours mean by code points, which counts before a profile; `nil` if it is not stated.
  package internal(set) var coding: Coding?
  /// Whether the file is a TIFF.
  package internal(set) var isTIFF = false
  /// Whether the file ends before its pixels do.
  package internal(set) var isCutOff = false

  /// What no decoder reads; `nil` for other pictures.
  package internal(set) var unsupported: Unsupported?

  /// A kind of picture that GStreamer has no decoder for.
  package enum Unsupported: Sendable, Hashable {
    /// A WebP file with several pictures.
    case animatedWebP
    /// A PNG file with several pictures, of which decoders give the first.
    case animatedPNG
    /// A sequence of pictures in the container of HEIC and AVIF.
    case animatedHEIF
    /// A JPEG with cyan, magenta, yellow and black.
    case inks
  }

  /// Code points of ITU-T H.273.
  package struct Coding: Sendable, Hashable {
    /// The number of the colour primaries.
    package var primaries: Int
    /// The number of the transfer function.
    package var transfer: Int
  }

  /// A size in pixels.
  package struct Size: Sendable, Hashable {
    /// The width.
    package var width: Int
    /// The height.
    package var height: Int
  }

  /// An ICC profile as the file contains it.
  package enum Profile: Sendable, Hashable {
    /// The bytes of the profile.
    case plain([UInt8])
    /// The same, compressed as a zlib stream (RFC 1950).
    case compressed([UInt8])
  }

  /// Reads a file; `nil` if it is no such picture.
  ///
  /// Damage ends the search, and what was found before counts.
  package init?(path: String) {
    guard let file = try? DiskFile(path: path, isWritable: false), let size = try? file.size
    else {
      // The decoder reports files that cannot be read.
      return nil
    }
    self.init(size: size) { count, offset in
      // Fewer bytes than expected are damage.
      (try? file.read(count, at: offset)) ?? []
    }
  }

  /// Reads a file in memory; `nil` if it is no such picture.
  package init?(_ bytes: [UInt8]) {
    self.init(size: bytes.count) { count, offset in
      offset < 0 || offset > bytes.count ? [] : Array(bytes[offset...].prefix(count))
    }
  }

  private init?(size: Int, _ read: (_ count: Int, _ offset: Int) -> [UInt8]) {
    let isKnown = withoutActuallyEscaping(read) { self.read(PictureFile(size: size, read: $0)) }
    guard isKnown else { return nil }
  }

  /// Reads a file; `false` if it is no such picture.
  private mutating func read(_ file: PictureFile) -> Bool {
    let head = file.read(12, 0)
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      readJPEG(file)
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      readPNG(file)
    } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual("WEBP".utf8) {
      readWebP(file)
    } else if head.starts(with: Array("GIF8".utf8)) {
      readGIF(file)
    } else if head.starts(with: Array("BM".utf8)) {
      readBMP(file)
    } else if head.dropFirst(4).starts(with: Array("ftyp".utf8)),
      ["avis", "hevc", "msf1"].contains(String(decoding: head.dropFirst(8), as: UTF8.self))
    {
      unsupported = .animatedHEIF
    } else if TIFFHeader(head) != nil {
      isTIFF = true
      readTIFF(file)
    } else {
      return false
    }
    return true
  }
}
