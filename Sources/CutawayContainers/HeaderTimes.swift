import Foundation

/// When a movie was made, as its headers have it: seconds since 1904 began.
struct HeaderTimes {
  let seconds: UInt64

  /// A time before 1904 counts as its beginning.
  init(_ date: Date) {
    seconds = UInt64(max(0, min(date.timeIntervalSince1970.rounded() + 2_082_844_800, 1e15)))
  }

  /// Writes it into the headers of the movie, its tracks and their media.
  ///
  /// Past 2040 they get times of 64 bits, for which they must be of version 1.
  func write(to movie: inout Box) throws(ContainerError) {
    try movie.changeAll(["mvhd", "tkhd", "mdhd"]) { header throws(ContainerError) in
      guard let version = header.bytes.first, version <= 1 else {
        throw ContainerError(.malformed, "a header '\(header.kind)' of an unknown version")
      }
      if version == 0, seconds > UInt32.max { try header.widen() }
      let isLong = header.bytes[0] == 1
      guard header.bytes.count >= (isLong ? 20 : 12) else { throw .brokenHeader(header.kind) }
      if isLong {
        header.bytes.set(seconds, at: 4)
        header.bytes.set(seconds, at: 12)
      } else {
        header.bytes.set(UInt32(seconds), at: 4)
        header.bytes.set(UInt32(seconds), at: 8)
      }
    }
  }
}

extension Box {
  /// Makes a header of version 0 one of version 1: its times and its length have 64 bits there.
  fileprivate mutating func widen() throws(ContainerError) {
    // A track has its number and a reserved word between, the others their timescale.
    let between = kind == "tkhd" ? 8 : 4
    guard bytes.count >= 16 + between, let length = bytes.number(UInt32.self, at: 12 + between)
    else { throw .brokenHeader(kind) }
    var wide: [UInt8] = [1] + bytes[1..<4] + [UInt8](repeating: 0, count: 16)
    wide += bytes[12..<12 + between]
    // All ones stand for a length that is not known.
    wide.append(number: length == .max ? UInt64.max : UInt64(length))
    bytes = wide + bytes[(16 + between)...]
  }
}

extension ContainerError {
  fileprivate static func brokenHeader(_ kind: FourCC) -> Self {
    ContainerError(.malformed, "a header '\(kind)' that breaks off")
  }
}
