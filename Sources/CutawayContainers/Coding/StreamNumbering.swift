import CutawayDiagnostics

/// New IDs for the parameter sets of a stream, and for the references to them in its packets.
///
/// The ID of a picture parameter set is an Exp-Golomb code near the start of each slice. The code of
/// the new ID is exactly a byte longer, so that everything after it keeps its place in its byte, and
/// need not be parsed.
package struct StreamNumbering: Sendable, Hashable {
  let coding: VideoCoding
  var videoIDs: [Int: Int] = [:]
  var sequenceIDs: [Int: Int] = [:]
  var pictureIDs: [Int: Int] = [:]
  /// By the old ID of a picture parameter set, what the headers of its slices depend on.
  private var headers: [Int: SliceHeaderForm] = [:]

  init(coding: VideoCoding) { self.coding = coding }

  /// Keeps all IDs.
  ///
  /// - Throws: ``ContainerError`` if a set is damaged or missing, or two sets have an ID.
  init(identity stream: StreamConfiguration) throws(ContainerError) {
    coding = stream.coding
    for unit in stream.videoSets {
      guard unit.bytes.count > 2 else { throw Self.damage }
      let id = Int(unit.bytes[2] >> 4)
      guard videoIDs.updateValue(id, forKey: id) == nil else { throw Self.damage }
    }
    var forms: [Int: SliceHeaderForm] = [:]
    for unit in stream.sequenceSets {
      let id: Int
      switch coding {
      case .avc:
        guard let set = AVCSequenceParameters(unit) else { throw Self.damage }
        id = set.id
        forms[id] = SliceHeaderForm(
          frameNumberBits: set.frameNumberBits, hasPlanes: set.hasSeparatePlanes,
          mayBeField: !set.isProgressive)
      case .hevc:
        guard let set = HEVCSequenceParameters(unit), videoIDs[set.videoID] != nil else {
          throw Self.damage
        }
        id = set.id
      }
      guard sequenceIDs.updateValue(id, forKey: id) == nil else { throw Self.damage }
    }
    for unit in stream.pictureSets {
      guard let set = PictureParameters(unit, coding), sequenceIDs[set.sequenceID] != nil,
        pictureIDs.updateValue(set.id, forKey: set.id) == nil
      else { throw Self.damage }
      headers[set.id] = forms[set.sequenceID]
    }
  }

  private static let damage = ContainerError(
    .malformed, "a parameter set is damaged, or two share an ID")

  /// What the header of a slice of H.264 contains before the ID of an IDR picture.
  private struct SliceHeaderForm: Sendable, Hashable {
    var frameNumberBits: Int
    var hasPlanes: Bool
    var mayBeField: Bool
  }

  /// Whether all IDs stay.
  package var isIdentity: Bool {
    [videoIDs, sequenceIDs, pictureIDs].allSatisfy { $0.allSatisfy { $0.key == $0.value } }
  }

  /// The numbers whose codes are a byte longer than that of another one.
  static func longerIDs(than id: Int) -> Range<Int> {
    let half = (BitWriter.length(ofCode: id) + 8) / 2
    return (1 << half) - 1..<(2 << half) - 1
  }

  /// The sets with their new IDs.
  ///
  /// - Throws: ``ContainerError`` if a set is damaged.
  package mutating func renumbered(
    _ stream: StreamConfiguration
  ) throws(ContainerError) -> StreamConfiguration {
    headers = try StreamNumbering(identity: stream).headers
    var result = stream
    for (index, unit) in stream.videoSets.enumerated() {
      let id = Int(unit.bytes[2] >> 4)
      result.videoSets[index].bytes[2] =
        UInt8(clamping: (videoIDs[id] ?? id) << 4) | unit.bytes[2] & 15
    }
    for (index, unit) in stream.sequenceSets.enumerated() {
      var changed: NALUnit?
      switch coding {
      case .avc:
        if let set = AVCSequenceParameters(unit), let id = sequenceIDs[set.id] {
          changed = set.renumbered(id)
        }
      case .hevc:
        if let set = HEVCSequenceParameters(unit), let id = sequenceIDs[set.id],
          let video = videoIDs[set.videoID]
        {
          changed = set.renumbered(id, video: video)
        }
      }
      guard let changed else { throw Self.damage }
      result.sequenceSets[index] = changed
    }
    for (index, unit) in stream.pictureSets.enumerated() {
      guard let set = PictureParameters(unit, coding), let id = pictureIDs[set.id],
        let sequence = sequenceIDs[set.sequenceID],
        let changed = set.renumbered(id, sequence: sequence)
      else { throw Self.damage }
      result.pictureSets[index] = changed
    }
    return result
  }

  /// Makes the units of a packet refer to the new IDs.
  ///
  /// Parameter sets are left out, because the joined configuration contains them. So are messages
  /// that refer to sequence parameter sets, if IDs change.
  ///
  /// - Parameters:
  ///   - units: The units of an access unit.
  ///   - pictureID: In H.264, a number from which the `idr_pic_id` of an IDR picture follows, which
  ///     must differ from that of an IDR picture directly before it; `nil` keeps it.
  /// - Returns: The changed units.
  /// - Throws: ``ContainerError`` if a unit cannot be parsed.
  package func apply(
    to units: [NALUnit], pictureID: Int? = nil
  ) throws(ContainerError) -> [NALUnit] {
    let isIdentity = isIdentity
    var result: [NALUnit] = []
    for unit in units where unit.bytes.count > coding.headerLength {
      switch UnitKind(unit, coding) {
      case .slice:
        result.append(
          isIdentity && pictureID == nil ? unit : try slice(unit, pictureID: pictureID))
      case .parameterSet, .light: continue
      case .message(let number):
        // Buffering periods, and HEVC's active parameter sets.
        if isIdentity || number != 0 && !(coding == .hevc && number == 129) { result.append(unit) }
      case .other: result.append(unit)
      case .unknown:
        throw ContainerError(
          .unsupported, "a unit of type \(coding == .avc ? unit.avcType : unit.hevcType)")
      }
    }
    return result
  }

  private func slice(_ unit: NALUnit, pictureID: Int?) throws(ContainerError) -> NALUnit {
    let headerLength = coding.headerLength
    let payload = unit.payload(afterHeader: headerLength)
    var bits = BitReader(Array(payload.prefix(32)))
    var changes: [(range: Range<Int>, value: Int)] = []
    switch coding {
    case .avc: _ = (bits.code(), bits.code())
    case .hevc: bits.skip((16...23).contains(unit.hevcType) ? 2 : 1)
    }
    let start = bits.position
    let picture = bits.code()
    guard let id = pictureIDs[picture] else {
      throw ContainerError(.malformed, "a slice refers to a missing parameter set \(picture)")
    }
    if id != picture { changes.append((start..<bits.position, id)) }
    if coding == .avc, unit.avcType == 5, let pictureID {
      guard let form = headers[picture] else { throw Self.damage }
      if form.hasPlanes { bits.skip(2) }
      bits.skip(form.frameNumberBits)
      if form.mayBeField, bits.bit() { bits.skip(1) }
      let start = bits.position
      let old = bits.code()
      let longer = Self.longerIDs(than: old)
      changes.append(
        (start..<bits.position, longer.lowerBound + pictureID % Swift.min(longer.count, 16)))
    }
    guard !bits.isPastEnd else { throw ContainerError(.malformed, "a slice has no header") }
    if changes.isEmpty { return unit }
    return NALUnit(
      header: unit.bytes.prefix(headerLength), payload: Self.replacing(changes, in: payload))
  }

  /// Replaces codes in the first bytes by others that are a byte longer each.
  private static func replacing(
    _ changes: [(range: Range<Int>, value: Int)], in payload: [UInt8]
  ) -> [UInt8] {
    let last = changes.last?.range.upperBound ?? 0
    let end = (last + 7) / 8
    var writer = BitWriter(), position = 0
    for change in changes {
      writer.append(position..<change.range.lowerBound, of: payload)
      writer.append(code: change.value)
      position = change.range.upperBound
    }
    writer.append(position..<end * 8, of: payload)
    return writer.bytes + payload.dropFirst(end)
  }
}

/// What a unit contains.
enum UnitKind: Hashable {
  /// A part of a picture.
  case slice
  case parameterSet
  /// Supplemental information, with the number of its first message.
  case message(Int)
  /// Dolby Vision's metadata, which only its own decoders read.
  case light
  /// Delimiters and filler.
  case other
  /// A layer, a view, a partition or another unit whose references are not known.
  case unknown

  init(_ unit: NALUnit, _ coding: VideoCoding) {
    switch coding {
    case .avc:
      switch unit.avcType {
      case 1, 5: self = .slice
      case 7, 8: self = .parameterSet
      case 6: self = .message(unit.bytes.count > 1 ? Int(unit.bytes[1]) : 0)
      case 9, 12: self = .other
      default: self = .unknown
      }
    case .hevc:
      // Layers other than the base.
      let layer = unit.bytes.count > 1 ? Int(unit.bytes[0] & 1) << 5 | Int(unit.bytes[1] >> 3) : 0
      switch unit.hevcType {
      case _ where layer != 0: self = .unknown
      case 0...9, 16...21: self = .slice
      case 32...34: self = .parameterSet
      case 39, 40: self = .message(unit.bytes.count > 2 ? Int(unit.bytes[2]) : 0)
      case 35, 38: self = .other
      case 62, 63: self = .light
      default: self = .unknown
      }
    }
  }
}

extension [NALUnit] {
  /// The units without supplemental information, such as the settings of an encoder.
  package func withoutMessages(_ coding: VideoCoding) -> [NALUnit] {
    filter { unit in
      if case .message = UnitKind(unit, coding) { false } else { true }
    }
  }
}

extension NALUnit {
  /// Whether the unit is a parameter set.
  package func isParameterSet(_ coding: VideoCoding) -> Bool {
    UnitKind(self, coding) == .parameterSet
  }

  /// Whether the unit contains metadata of Dolby Vision.
  package func isLight(_ coding: VideoCoding) -> Bool { UnitKind(self, coding) == .light }
}
