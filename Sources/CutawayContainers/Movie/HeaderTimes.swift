import CutawayDiagnostics
import Foundation

/// The creation time of a movie in the unit of its headers: seconds since the start of 1904.
struct HeaderTimes {
  let seconds: UInt64

  /// Converts a date.
  ///
  /// A date before 1904 becomes the start of 1904.
  init(_ date: Date) {
    seconds = UInt64(max(0, min(date.timeIntervalSince1970.rounded() + 2_082_844_800, 1e15)))
  }

  /// Writes the time into the headers of the movie, its tracks and their media.
  ///
  /// After 2040 the time needs 64 bits. Headers of version 0 are then converted to version 1.
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
  /// Converts a header of version 0 to version 1, in which its times and its duration have 64 bits.
  fileprivate mutating func widen() throws(ContainerError) {
    // Between them, a track header has its number and a reserved word, the others have their
    // timescale.
    let between = kind == "tkhd" ? 8 : 4
    guard bytes.count >= 16 + between, let length = bytes.number(UInt32.self, at: 12 + between)
    else { throw .brokenHeader(kind) }
    var wide: [UInt8] = [1] + bytes[1..<4] + [UInt8](repeating: 0, count: 16)
    wide += bytes[12..<12 + between]
    // If all bits are set, the duration is unknown.
    wide.append(number: length == .max ? UInt64.max : UInt64(length))
    bytes = wide + bytes[(16 + between)...]
  }
}

extension ContainerError {
  fileprivate static func brokenHeader(_ kind: FourCC) -> Self {
    ContainerError(.malformed, "a truncated header '\(kind)'")
  }
}
