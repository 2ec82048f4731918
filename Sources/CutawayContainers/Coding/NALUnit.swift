/// A unit of H.264 or HEVC: a header of one or two bytes, and a payload (ITU-T H.264 and H.265, 7.3.1).
package struct NALUnit: Sendable, Hashable {
  /// The header and the payload with its emulation prevention bytes, as stored.
  package var bytes: [UInt8]

  /// Creates a unit of at least one byte.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The payload after a header, without emulation prevention bytes.
  package func payload(afterHeader length: Int) -> [UInt8] {
    var payload: [UInt8] = [], zeros = 0
    payload.reserveCapacity(bytes.count)
    for byte in bytes.dropFirst(length) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      payload.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return payload
  }

  /// Creates a unit of a header and a payload, with the emulation prevention bytes that it needs.
  package init(header: ArraySlice<UInt8>, payload: [UInt8]) {
    bytes = Array(header)
    bytes.reserveCapacity(payload.count + payload.count / 64 + header.count + 1)
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    // A unit must not end with a zero (7.4.1).
    if bytes.last == 0 { bytes.append(3) }
  }

  /// The units of a packet in which each is preceded by its length; `nil` if the lengths do not fit.
  package static func units(in packet: [UInt8], lengthSize: Int) -> [NALUnit]? {
    guard let ranges = ranges(in: packet, lengthSize: lengthSize) else { return nil }
    return ranges.map { NALUnit(Array(packet[$0])) }
  }

  /// The places of the units of a packet in which each is preceded by its length; `nil` if the
  /// lengths do not fit.
  package static func ranges<Bytes: RandomAccessCollection>(
    in packet: Bytes, lengthSize: Int
  ) -> [Range<Int>]? where Bytes.Element == UInt8, Bytes.Index == Int {
    var ranges: [Range<Int>] = [], position = 0
    while position < packet.count {
      let start = position + lengthSize
      guard start < packet.count else { return nil }
      let length = packet[position..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= packet.count - start else { return nil }
      ranges.append(start..<start + length)
      position = start + length
    }
    return ranges
  }

  /// A packet of units, each preceded by its length in four bytes.
  package static func packet(of units: [NALUnit]) -> [UInt8] {
    var packet: [UInt8] = []
    packet.reserveCapacity(units.reduce(0) { $0 + 4 + $1.bytes.count })
    for unit in units {
      packet.append(number: UInt32(clamping: unit.bytes.count))
      packet.append(contentsOf: unit.bytes)
    }
    return packet
  }

  /// The type of a unit of H.264.
  var avcType: UInt8 { bytes[0] & 31 }
  /// The type of a unit of HEVC.
  var hevcType: UInt8 { bytes[0] >> 1 & 63 }
}
