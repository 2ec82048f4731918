import Foundation

/// The blocks of sound in a Matroska or WebM file.
///
/// matroskamux of GStreamer 1.22 marks none of them as one that decoding can begin at. Chromium looks
/// for such a block after a seek, and where the sound is Opus, the seek then never ends.
struct MatroskaSound {
  private let file: FileHandle
  private var tracks: Set<UInt64> = []

  /// Marks the blocks of sound as ones that decoding can begin at.
  ///
  /// - Parameter path: A complete file.
  /// - Throws: ``ExportError`` where it cannot be read or written.
  static func mark(in path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      defer { try? file.close() }
      var sound = MatroskaSound(file: file)
      try sound.walk(0..<(try file.seekToEnd()))
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw ExportError(.noSpaceLeft, "cannot write '\(path)': \(error.localizedDescription)")
    } catch {
      throw ExportError(.failed, "cannot mark the sound of '\(path)': \(error)")
    }
  }

  private init(file: FileHandle) { self.file = file }

  /// The elements of the format that lead to blocks.
  ///
  /// Source: RFC 9559.
  private enum Name {
    static let segment: UInt64 = 0x1853_8067, tracks: UInt64 = 0x1654_AE6B
    static let track: UInt64 = 0xAE, number: UInt64 = 0xD7, kind: UInt64 = 0x83
    static let cluster: UInt64 = 0x1F43_B675, simpleBlock: UInt64 = 0xA3
  }

  private struct Element {
    var name: UInt64
    var body: Range<UInt64>
  }

  private mutating func walk(_ range: Range<UInt64>) throws {
    for element in sequence(in: range) {
      switch element.name {
      case Name.segment, Name.tracks, Name.cluster: try walk(element.body)
      case Name.track: noteTrack(element.body)
      case Name.simpleBlock: try mark(element.body.lowerBound)
      default: break
      }
    }
  }

  /// The elements that follow each other in a range.
  private func sequence(in range: Range<UInt64>) -> some Sequence<Element> {
    Swift.sequence(state: range.lowerBound) { position in
      guard position < range.upperBound, let element = element(at: position, in: range) else {
        return nil
      }
      position = element.body.upperBound
      return element
    }
  }

  private func element(at position: UInt64, in range: Range<UInt64>) -> Element? {
    let bytes = bytes(at: position, count: 12)
    guard let name = Number(bytes), let size = Number(bytes.dropFirst(name.length)) else {
      return nil
    }
    let start = position + UInt64(name.length + size.length)
    guard start <= range.upperBound else { return nil }
    // A size that is not known reaches to the end of what it is in.
    let end = start + min(size.value, range.upperBound - start)
    return Element(name: name.marked, body: start..<end)
  }

  private mutating func noteTrack(_ range: Range<UInt64>) {
    func number(_ name: UInt64) -> UInt64? {
      sequence(in: range).first { $0.name == name }.map { element in
        bytes(at: element.body.lowerBound, count: min(8, element.body.count))
          .reduce(0) { $0 << 8 | UInt64($1) }
      }
    }
    if number(Name.kind) == 2, let track = number(Name.number) { tracks.insert(track) }
  }

  /// A block begins with its track, two bytes of time, and its flags.
  private func mark(_ position: UInt64) throws {
    let bytes = bytes(at: position, count: 12)
    guard let track = Number(bytes), tracks.contains(track.value) else { return }
    let place = track.length + 2
    guard place < bytes.count, bytes[bytes.startIndex + place] & 0x80 == 0 else { return }
    try file.seek(toOffset: position + UInt64(place))
    try file.write(contentsOf: [bytes[bytes.startIndex + place] | 0x80])
  }

  private func bytes(at position: UInt64, count: Int) -> Data {
    guard (try? file.seek(toOffset: position)) != nil else { return Data() }
    return (try? file.read(upToCount: count)) ?? Data()
  }
}

/// A number of one to eight bytes, as many as its first byte has leading zeros, and one.
private struct Number {
  var length: Int
  /// With the bit that marks the length, as names are written.
  var marked: UInt64
  /// Without it.
  var value: UInt64

  init?(_ bytes: Data) {
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else {
      return nil
    }
    length = first.leadingZeroBitCount + 1
    marked = bytes.prefix(length).reduce(0) { $0 << 8 | UInt64($1) }
    value = marked ^ (1 << UInt64(7 * length))
  }
}
