import CutawayDiagnostics

/// The decoder configuration record of a stream: its parameter sets (ISO/IEC 14496-15, 5.3.3.1 and
/// 8.3.3.1).
package struct StreamConfiguration: Sendable, Hashable {
  /// The coding.
  package let coding: VideoCoding
  /// The number of bytes of the lengths of units.
  package let lengthSize: Int
  /// The video parameter sets of HEVC.
  package var videoSets: [NALUnit] = []
  /// The sequence parameter sets.
  package var sequenceSets: [NALUnit] = []
  /// The picture parameter sets.
  package var pictureSets: [NALUnit] = []
  /// The bytes before the sets: 5 of H.264, 22 of HEVC.
  private var head: [UInt8]

  /// Reads a record; `nil` if it is damaged.
  package init?(_ record: [UInt8], _ coding: VideoCoding) {
    self.coding = coding
    let headLength = coding == .avc ? 5 : 22
    guard record.count > headLength, record[0] == 1 else { return nil }
    head = Array(record.prefix(headLength))
    lengthSize = Int(record[coding == .avc ? 4 : 21] & 3) + 1
    var rest = record.dropFirst(headLength)
    switch coding {
    case .avc:
      guard let sequences = Self.sets(in: &rest, mask: 31),
        let pictures = Self.sets(in: &rest, mask: 255)
      else { return nil }
      (sequenceSets, pictureSets) = (sequences, pictures)
    case .hevc:
      guard let count = rest.popFirst() else { return nil }
      for _ in 0..<count {
        guard let type = rest.popFirst(), rest.count >= 2 else { return nil }
        let number = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
        guard let units = Self.units(number, in: &rest) else { return nil }
        switch type & 63 {
        case 32: videoSets += units
        case 33: sequenceSets += units
        case 34: pictureSets += units
        // Messages of the whole stream, which no decoder needs.
        default: break
        }
      }
    }
    guard !sequenceSets.isEmpty, !pictureSets.isEmpty else { return nil }
  }

  private static func sets(in rest: inout ArraySlice<UInt8>, mask: UInt8) -> [NALUnit]? {
    guard let count = rest.popFirst() else { return nil }
    return units(Int(count & mask), in: &rest)
  }

  private static func units(_ count: Int, in rest: inout ArraySlice<UInt8>) -> [NALUnit]? {
    var units: [NALUnit] = []
    for _ in 0..<count {
      guard rest.count >= 2 else { return nil }
      let length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      guard length > 0, length <= rest.count else { return nil }
      units.append(NALUnit(Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return units
  }

  /// All sets, in the order in which a decoder needs them.
  package var sets: [NALUnit] { videoSets + sequenceSets + pictureSets }

  /// The record of these sets, with lengths of four bytes and the highest profile and level of the
  /// sequence sets.
  ///
  /// - Throws: ``ContainerError`` if a record cannot contain them.
  package func record() throws(ContainerError) -> [UInt8] {
    switch coding {
    case .avc: try avcRecord()
    case .hevc: hevcRecord()
    }
  }

  private func avcRecord() throws(ContainerError) -> [UInt8] {
    let sequences = sequenceSets.compactMap(AVCSequenceParameters.init)
    guard let first = sequences.first, sequences.count == sequenceSets.count,
      sequenceSets.count <= 31, pictureSets.count <= 255
    else {
      throw ContainerError(
        .malformed,
        "\(sequenceSets.count) and \(pictureSets.count) parameter sets do not fit into one record")
    }
    let highest = sequences.max { $0.profile < $1.profile } ?? first
    var record: [UInt8] = [
      1, UInt8(clamping: highest.profile),
      UInt8(clamping: sequences.reduce(255) { $0 & $1.constraints }),
      UInt8(clamping: sequences.map(\.level).max() ?? 0), 0xFF,
      0xE0 | UInt8(clamping: sequenceSets.count),
    ]
    Self.append(sequenceSets, to: &record)
    record.append(UInt8(clamping: pictureSets.count))
    Self.append(pictureSets, to: &record)
    if [100, 110, 122, 144, 244, 44, 118, 128].contains(highest.profile) {
      let format = first.format
      record += [
        0xFC | UInt8(clamping: format.chroma), 0xF8 | UInt8(clamping: format.lumaDepth - 8),
        0xF8 | UInt8(clamping: format.chromaDepth - 8), 0,
      ]
    }
    return record
  }

  private func hevcRecord() -> [UInt8] {
    var record = head
    let sequences = sequenceSets.compactMap(HEVCSequenceParameters.init)
    record[12] = UInt8(clamping: sequences.map(\.level).max() ?? Int(head[12]))
    record[21] |= 3
    let lists: [(UInt8, [NALUnit])] = [
      (32, videoSets), (33, sequenceSets), (34, pictureSets),
    ].filter { !$0.1.isEmpty }
    record.append(UInt8(clamping: lists.count))
    for (type, units) in lists {
      // All sets are in the record, though some may be repeated in band.
      record.append(0x80 | type)
      record.append(number: UInt16(clamping: units.count))
      Self.append(units, to: &record)
    }
    return record
  }

  private static func append(_ units: [NALUnit], to record: inout [UInt8]) {
    for unit in units {
      record.append(number: UInt16(clamping: unit.bytes.count))
      record += unit.bytes
    }
  }

  /// The format of the pictures; `nil` if the sets are damaged or differ in it.
  package var format: CodedFormat? {
    let formats = Set(
      sequenceSets.map { unit in
        coding == .avc ? AVCSequenceParameters(unit)?.format : HEVCSequenceParameters(unit)?.format
      })
    return formats.count == 1 ? formats.first ?? nil : nil
  }

  /// Whether all pictures are frames, not fields.
  package var isProgressive: Bool {
    sequenceSets.allSatisfy { unit in
      switch coding {
      case .avc: AVCSequenceParameters(unit)?.isProgressive == true
      case .hevc: HEVCSequenceParameters(unit)?.isProgressive == true
      }
    }
  }

  /// The same sets, of which those of H.264 all state the greatest reordering of any of them.
  ///
  /// libavcodec discards frames where the reordering grows within a stream.
  var sharingBuffering: StreamConfiguration {
    let all = sequenceSets.compactMap(AVCSequenceParameters.init)
    // Damaged sets are an error where the record is written.
    guard coding == .avc, all.count == sequenceSets.count else { return self }
    var result = self
    let restriction = AVCSequenceParameters.greatestRestriction(of: all)
    let level = all.map(\.level).max() ?? 0
    for (index, set) in all.enumerated()
    where set.usability?.restriction?.reordering != restriction.reordering {
      var usability = set.usability ?? VideoUsability()
      usability.restriction = restriction
      // A set that cannot be written stays as it is. If frames are lost, the proof of the joins finds it.
      result.sequenceSets[index] = set.with(usability, level: level) ?? sequenceSets[index]
    }
    return result
  }

  /// The same sets with the labels, the timing, the level and the buffering of another stream, whose
  /// pictures have the same format.
  ///
  /// A decoder may discard frames that it has not shown where these change.
  ///
  /// - Throws: ``ContainerError`` if the sets of one of them are damaged.
  package func matching(_ other: StreamConfiguration) throws(ContainerError) -> StreamConfiguration
  {
    var result = self
    for (index, unit) in sequenceSets.enumerated() {
      guard let changed = coding == .avc ? other.matchingAVC(unit) : other.matchingHEVC(unit)
      else { throw ContainerError(.malformed, "a sequence parameter set cannot be parsed") }
      result.sequenceSets[index] = changed
    }
    return result
  }

  private func matchingAVC(_ unit: NALUnit) -> NALUnit? {
    let wanted = sequenceSets.compactMap(AVCSequenceParameters.init)
    guard let own = AVCSequenceParameters(unit), let model = wanted.first else { return nil }
    var usability = model.usability ?? VideoUsability()
    let all = wanted + [own]
    usability.restriction = AVCSequenceParameters.greatestRestriction(of: all)
    return own.with(usability, level: all.map(\.level).max() ?? own.level)
  }

  private func matchingHEVC(_ unit: NALUnit) -> NALUnit? {
    let wanted = sequenceSets.compactMap(HEVCSequenceParameters.init)
    guard let own = HEVCSequenceParameters(unit), let model = wanted.first else { return nil }
    let all = wanted + [own]
    return own.with(
      model.usability ?? VideoUsability(), frames: all.map(\.buffering.frames).max() ?? 0,
      reordering: all.map(\.buffering.reordering).max() ?? 0,
      level: all.map(\.level).max() ?? own.level)
  }
}
