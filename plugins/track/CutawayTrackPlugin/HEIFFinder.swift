import CutawayElementBridge

/// The media types of HEIF files with one picture, by their brands (ISO/IEC 23008-12, annex B; AVIF, section 6).
///
/// GStreamer takes them for QuickTime movies. Sequences of pictures are movies.
let heifFinders: [TypeFinder] = [
  ("image/heic", "heic", ["heic", "heix", "heim", "heis"]),
  ("image/heif", "heif", ["mif1", "mif2"]),
  ("image/avif", "avif", ["avif"]),
].map { mediaType, extensions, brands in
  TypeFinder(mediaType, extensions: extensions, length: 12, probability: .certain) { bytes in
    guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    return brands.contains { bytes[8..<12].elementsEqual($0.utf8) }
  }
}
