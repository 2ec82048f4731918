import Foundation

/// The blocks of sound in a Matroska or WebM file.
///
/// matroskamux of GStreamer 1.22 marks none of them as one that decoding can begin at. Chromium looks
/// for such a block after a seek, and where the sound is Opus, the seek then never ends.
struct MatroskaSound {
  private let walk: MatroskaWalk
  private var tracks: Set<UInt64> = []

  /// Marks the blocks of sound as ones that decoding can begin at.
  ///
  /// - Parameter path: A complete file.
  /// - Throws: ``ExportError`` where it cannot be read or written.
  static func mark(in path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? file.close() }
      var sound = MatroskaSound(walk: MatroskaWalk(file: file))
      try sound.mark(in: 0..<(try file.seekToEnd()))
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw ExportError(.noSpaceLeft, "cannot write '\(path)': \(error.localizedDescription)")
    } catch {
      throw ExportError(.failed, "cannot mark the sound of '\(path)': \(error)")
    }
  }

  private init(walk: MatroskaWalk) { self.walk = walk }

  /// The elements of the format that lead to blocks.
  ///
  /// Source: RFC 9559.
  private enum Name {
    static let segment: UInt64 = 0x1853_8067, tracks: UInt64 = 0x1654_AE6B
    static let track: UInt64 = 0xAE, number: UInt64 = 0xD7, kind: UInt64 = 0x83
    static let cluster: UInt64 = 0x1F43_B675, simpleBlock: UInt64 = 0xA3
  }

  private mutating func mark(in range: Range<UInt64>) throws {
    for element in try walk.elements(in: range) {
      switch element.name {
      case Name.segment, Name.tracks, Name.cluster: try mark(in: element.body)
      case Name.track: try noteTrack(element.body)
      case Name.simpleBlock: try markBlock(at: element.body.lowerBound)
      default: break
      }
    }
  }

  private mutating func noteTrack(_ range: Range<UInt64>) throws {
    let elements = try walk.elements(in: range)
    func number(_ name: UInt64) throws -> UInt64? {
      try elements.first { $0.name == name }.map { element in
        try walk.bytes(at: element.body.lowerBound, count: min(8, element.body.count))
          .reduce(0) { $0 << 8 | UInt64($1) }
      }
    }
    if try number(Name.kind) == 2, let track = try number(Name.number) { tracks.insert(track) }
  }

  /// A block begins with its track, two bytes of time, and its flags.
  private func markBlock(at position: UInt64) throws {
    let bytes = try walk.bytes(at: position, count: 12)
    guard let track = MatroskaWalk.Number(bytes), tracks.contains(track.value) else { return }
    let place = track.length + 2
    guard place < bytes.count, bytes[bytes.startIndex + place] & 0x80 == 0 else { return }
    try walk.file.seek(toOffset: position + UInt64(place))
    try walk.file.write(contentsOf: [bytes[bytes.startIndex + place] | 0x80])
  }
}
