extension HEVCSequenceParameters {
  /// What the headers of slices depend on.
  struct SliceFields: Sendable, Hashable {
    /// Whether the planes of colour are coded separately.
    var hasPlanes = false
    /// Whether slices contain chroma.
    var hasChroma = false
    /// Whether samples may get an adaptive offset.
    var hasOffsets = false
    /// Whether a flag states the use of motion from other pictures.
    var hasMotionFlag = false
    /// The number of bits of the address of a slice.
    var addressBits = 0
    /// The number of bits of the order of a picture.
    private(set) var orderBits = 0
    /// The number of pictures of each set of reference pictures.
    private(set) var references: [Int] = []
    /// The number of known long-term reference pictures; `nil` without them.
    private(set) var longTerms: Int?

    /// Reads the sets of reference pictures of a sequence.
    ///
    /// - Returns: Whether they are possible.
    mutating func readReferences(_ bits: inout BitReader, orderBits: Int) -> Bool {
      self.orderBits = orderBits
      let count = bits.code()
      guard count <= 64 else { return false }
      for _ in 0..<count {
        guard let pictures = readReferenceSet(&bits, isSlice: false) else { return false }
        references.append(pictures)
      }
      if bits.bit() {
        let count = bits.code()
        guard count <= 32 else { return false }
        for _ in 0..<count { bits.skip(orderBits + 1) }
        longTerms = count
      }
      return true
    }

    /// Skips a set of reference pictures behind those so far (ITU-T H.265, 7.3.7).
    ///
    /// - Returns: The number of its pictures; `nil` if it is not possible.
    private func readReferenceSet(_ bits: inout BitReader, isSlice: Bool) -> Int? {
      if !references.isEmpty, bits.bit() {
        let distance = isSlice ? bits.code() + 1 : 1
        guard distance <= references.count else { return nil }
        bits.skip(1)
        _ = bits.code()
        var kept = 0
        for _ in 0...references[references.count - distance] {
          let isUsed = bits.bit()
          let isKept = isUsed || bits.bit()
          kept += isKept ? 1 : 0
        }
        return kept
      }
      let pictures = bits.code() + bits.code()
      guard pictures <= 32 else { return nil }
      for _ in 0..<pictures {
        _ = bits.code()
        bits.skip(1)
      }
      return pictures
    }

    /// Skips the reference pictures that the header of a slice states.
    ///
    /// - Returns: Whether they are possible.
    func skipReferences(_ bits: inout BitReader) -> Bool {
      if bits.bit() {
        bits.skip(BitWriter.length(ofNumberBelow: references.count))
      } else if readReferenceSet(&bits, isSlice: true) == nil {
        return false
      }
      guard let longTerms else { return true }
      let known = longTerms > 0 ? bits.code() : 0, others = bits.code()
      guard known <= 32, others <= 32 else { return false }
      for index in 0..<(known + others) {
        bits.skip(index < known ? BitWriter.length(ofNumberBelow: longTerms) : orderBits + 1)
        if bits.bit() { _ = bits.code() }
      }
      return true
    }

    /// Writes that a slice refers to no picture.
    func writeNoReferences(_ bits: inout BitWriter) {
      bits.append(bit: false)
      if !references.isEmpty { bits.append(bit: false) }
      for _ in 0..<2 { bits.append(code: 0) }
      if let longTerms {
        for _ in 0..<(longTerms > 0 ? 2 : 1) { bits.append(code: 0) }
      }
    }
  }
}

/// The form of the headers of slices that use a picture parameter set of HEVC.
struct HEVCSliceForm {
  private let sequence: HEVCSequenceParameters.SliceFields
  private let hasDependentSlices: Bool
  private let hasOutputFlag: Bool
  private let extraBits: Int
  private let hasChromaQuantizers: Bool
  private let hasChromaLists: Bool
  private let overridesFilter: Bool
  private let disablesFilter: Bool
  private let filtersAcrossSlices: Bool
  private let hasEntryPoints: Bool
  private let hasExtension: Bool

  /// Reads a set (ITU-T H.265, 7.3.2.3.1); `nil` if it is damaged, or has extensions of layers or
  /// screens.
  init?(_ unit: NALUnit, of sequence: HEVCSequenceParameters) {
    self.sequence = sequence.slices
    var bits = BitReader(unit.payload(afterHeader: 2))
    _ = (bits.code(), bits.code())
    hasDependentSlices = bits.bit()
    hasOutputFlag = bits.bit()
    extraBits = bits.number(3)
    bits.skip(2)
    _ = (bits.code(), bits.code(), bits.signedCode())
    bits.skip(1)
    let skipsTransforms = bits.bit()
    if bits.bit() { _ = bits.code() }
    _ = (bits.signedCode(), bits.signedCode())
    hasChromaQuantizers = bits.bit()
    bits.skip(3)
    let hasTiles = bits.bit(), isSynchronized = bits.bit()
    hasEntryPoints = hasTiles || isSynchronized
    if hasTiles {
      let columns = bits.code(), rows = bits.code()
      guard columns < 64, rows < 64 else { return nil }
      if !bits.bit() { for _ in 0..<(columns + rows) { _ = bits.code() } }
      bits.skip(1)
    }
    filtersAcrossSlices = bits.bit()
    var (overrides, disables) = (false, false)
    if bits.bit() {
      (overrides, disables) = (bits.bit(), bits.bit())
      if !disables { _ = (bits.signedCode(), bits.signedCode()) }
    }
    (overridesFilter, disablesFilter) = (overrides, disables)
    if bits.bit() { HEVCSequenceParameters.skipScaling(&bits) }
    bits.skip(1)
    _ = bits.code()
    hasExtension = bits.bit()
    var hasLists = false
    if bits.bit() {
      let hasRange = bits.bit()
      guard bits.number(7) == 0 else { return nil }
      if hasRange {
        if skipsTransforms { _ = bits.code() }
        bits.skip(1)
        hasLists = bits.bit()
      }
    }
    hasChromaLists = hasLists
    guard !bits.isPastEnd else { return nil }
  }

  /// The payload of a slice of a CRA picture, without references to the pictures before it.
  ///
  /// Only its leading pictures need them.
  ///
  /// - Returns: The payload; `nil` if the header cannot be parsed.
  func withoutReferences(_ payload: [UInt8]) -> [UInt8]? {
    var bits = BitReader(payload)
    let isFirst = bits.bit()
    bits.skip(1)
    _ = bits.code()
    if !isFirst {
      if hasDependentSlices, bits.bit() { return payload }
      bits.skip(sequence.addressBits)
    }
    bits.skip(extraBits)
    guard bits.code() == 2 else { return nil }
    bits.skip((hasOutputFlag ? 1 : 0) + (sequence.hasPlanes ? 2 : 0) + sequence.orderBits)
    let start = bits.position
    guard sequence.skipReferences(&bits) else { return nil }
    let end = bits.position
    skipRest(&bits)
    let headerEnd = bits.position
    // The header ends with a one and zeros up to a byte.
    let count = 8 - headerEnd & 7
    guard bits.number(count) == 1 << (count - 1), !bits.isPastEnd else { return nil }
    var writer = BitWriter()
    writer.append(0..<start, of: payload)
    sequence.writeNoReferences(&writer)
    writer.append(end..<headerEnd, of: payload)
    writer.close()
    return writer.bytes + payload.dropFirst(bits.position / 8)
  }

  /// Skips what follows the references in the header of an intra slice (7.3.6.1).
  private func skipRest(_ bits: inout BitReader) {
    if sequence.hasMotionFlag { bits.skip(1) }
    var isFiltered = false
    if sequence.hasOffsets {
      isFiltered = bits.bit()
      if sequence.hasChroma, bits.bit() { isFiltered = true }
    }
    _ = bits.signedCode()
    if hasChromaQuantizers { _ = (bits.signedCode(), bits.signedCode()) }
    if hasChromaLists { bits.skip(1) }
    var isDisabled = disablesFilter
    if overridesFilter, bits.bit() {
      isDisabled = bits.bit()
      if !isDisabled { _ = (bits.signedCode(), bits.signedCode()) }
    }
    if filtersAcrossSlices, isFiltered || !isDisabled { bits.skip(1) }
    if hasEntryPoints {
      let count = bits.code()
      // Damaged codes may have 33 bits each.
      if count > 0 { bits.skip(count * min(bits.code() + 1, 32)) }
    }
    if hasExtension { bits.skip(bits.code() * 8) }
  }
}

extension NALUnit {
  /// The same units with a CRA picture as a BLA picture without leading pictures.
  ///
  /// A decoder then neither expects leading pictures nor discards pictures that it has not shown. The
  /// picture states no references, so that a decoder need not make up the pictures before it:
  /// avdec_h265 of GStreamer 1.24 to 1.28.1 loses frames if it does.
  ///
  /// - Parameters:
  ///   - units: The units of the picture.
  ///   - stream: The parameter sets that they refer to.
  /// - Returns: The units. References stay if a header cannot be parsed.
  package static func brokenLinks(
    in units: [NALUnit], of stream: StreamConfiguration
  ) -> [NALUnit] {
    let payloads = units.map { $0.hevcType == 21 ? $0.payloadWithoutReferences(stream) : [] }
    return zip(units, payloads).map { unit, payload in
      guard unit.hevcType == 21 else { return unit }
      let header = [unit.bytes[0] & 0x81 | 18 << 1, unit.bytes[1]]
      // The slices of a picture have the same references.
      guard !payloads.contains(nil), let payload else {
        return NALUnit(header + unit.bytes.dropFirst(2))
      }
      return NALUnit(header: header[...], payload: payload)
    }
  }

  private func payloadWithoutReferences(_ stream: StreamConfiguration) -> [UInt8]? {
    let payload = payload(afterHeader: 2)
    var bits = BitReader(Array(payload.prefix(8)))
    bits.skip(2)
    let id = bits.code()
    for unit in stream.pictureSets {
      guard let picture = PictureParameters(unit, .hevc), picture.id == id else { continue }
      let sequence = stream.sequenceSets.lazy.compactMap { HEVCSequenceParameters($0) }
        .first { $0.id == picture.sequenceID }
      return sequence.flatMap { HEVCSliceForm(unit, of: $0) }?.withoutReferences(payload)
    }
    return nil
  }
}
