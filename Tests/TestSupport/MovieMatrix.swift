public import Foundation

/// The matrix with which an mp4 or mov file states its orientation.
///
/// GStreamer 1.22 reads it (`qtdemux` gives an `image-orientation` tag) but never writes it: `qtmux`
/// takes the tag and leaves the identity in the file. So it is written here, as a phone does, with
/// the translation that brings the turned picture back to the origin.
public struct MovieMatrix {
  private let bytes: Data

  /// A matrix for a picture of the size it is stored in.
  ///
  /// `scale` applies to the stored picture, before it is turned.
  public init(
    _ orientation: PictureOrientation, width: Int, height: Int,
    scale: (x: Double, y: Double) = (1, 1)
  ) {
    let origin = orientation.turned(x: 0, y: 0)
    let right = orientation.turned(x: 1, y: 0)
    let down = orientation.turned(x: 0, y: 1)
    let (shownWidth, shownHeight) = orientation.swapsSides ? (height, width) : (width, height)
    let one = 65536.0, (wide, high) = (one * scale.x, one * scale.y)
    let values = [
      (right.x - origin.x) * wide, (right.y - origin.y) * wide, 0,
      (down.x - origin.x) * high, (down.y - origin.y) * high, 0,
      origin.x * Double(shownWidth) * one, origin.y * Double(shownHeight) * one, one * 16384,
    ]
    bytes = Data(
      values.flatMap { value in
        let word = UInt32(bitPattern: Int32(value))
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      })
  }

  /// Overwrites the matrix of the file's video tracks.
  public func write(into url: URL) throws {
    var file = try Data(contentsOf: url)
    var written = 0
    for movie in Self.boxes("moov", in: file, file.startIndex..<file.endIndex) {
      for track in Self.boxes("trak", in: file, movie) {
        for header in Self.boxes("tkhd", in: file, track) {
          let start = header.lowerBound + (file[header.lowerBound] == 1 ? 52 : 40)
          // An audio track has no width, which is directly after the matrix.
          guard Self.word(file, at: start + 36) != 0 else { continue }
          file.replaceSubrange(start..<start + 36, with: bytes)
          written += 1
        }
      }
    }
    guard written > 0 else { throw TestMedia.Unsupported(description: "no video track in \(url)") }
    try file.write(to: url)
  }

  /// The contents of the boxes of a type in a range.
  private static func boxes(_ kind: String, in file: Data, _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      var size = word(file, at: at)
      var header = 8
      if size == 1, at + 16 <= range.upperBound {
        size = word(file, at: at + 8) << 32 | word(file, at: at + 12)
        header = 16
      } else if size == 0 {
        size = range.upperBound - at
      }
      guard size >= header, at + size <= range.upperBound else { break }
      if file[at + 4..<at + 8] == Data(kind.utf8) { found.append(at + header..<at + size) }
      at += size
    }
    return found
  }

  private static func word(_ file: Data, at index: Int) -> Int {
    file[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
