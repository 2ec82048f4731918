/// The role of a packet's picture in its stream, as far as joins depend on it.
package enum PictureKind: String, Sendable, Hashable {
  /// An IDR or BLA picture: a decoder starts here, and nothing later refers to earlier pictures.
  case start
  /// A CRA picture of HEVC: a decoder starts here, but pictures that are shown before it may need
  /// earlier ones.
  case openStart
  /// A picture that follows a CRA or BLA picture and is shown before it.
  case leading
  /// A picture of H.264 to which no other one refers.
  case disposable
  /// Any other picture.
  case other
  /// A picture that cannot be copied: damaged, or with units of an unknown kind.
  case unusable

  /// Finds the kind of a packet's picture.
  ///
  /// - Parameters:
  ///   - packet: The bytes, with indices from 0.
  ///   - coding: The coding.
  ///   - lengthSize: The number of bytes of the lengths of units.
  package init<Bytes: RandomAccessCollection>(
    _ packet: Bytes, _ coding: VideoCoding, lengthSize: Int
  ) where Bytes.Element == UInt8, Bytes.Index == Int {
    guard let ranges = NALUnit.ranges(in: packet, lengthSize: lengthSize) else {
      self = .unusable
      return
    }
    var found: PictureKind?
    for range in ranges {
      // The kind follows from the first bytes.
      let unit = NALUnit(Array(packet[range.prefix(3)]))
      switch UnitKind(unit, coding) {
      case .slice:
        if found == nil { found = Self(slice: unit, coding) }
      case .unknown:
        self = .unusable
        return
      default: break
      }
    }
    self = found ?? .unusable
  }

  private init(slice unit: NALUnit, _ coding: VideoCoding) {
    switch coding {
    case .avc:
      // `nal_ref_idc` of ITU-T H.264, 7.4.1.
      let isReference = unit.bytes[0] & 0x60 != 0
      self = unit.avcType == 5 ? .start : isReference ? .other : .disposable
    case .hevc:
      switch unit.hevcType {
      case 16...20: self = .start
      case 21: self = .openStart
      case 6...9: self = .leading
      default: self = .other
      }
    }
  }
}
