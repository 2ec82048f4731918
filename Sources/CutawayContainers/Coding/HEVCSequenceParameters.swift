/// A sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1).
package struct HEVCSequenceParameters: Sendable, Hashable {
  /// The ID of the set, and that of the video parameter set to which it belongs.
  package var id: Int
  var videoID: Int
  package var format: CodedFormat
  /// The number of `general_level_idc`.
  package var level: Int
  /// The number of frames that a decoder keeps besides the current one, and by how many it delays
  /// pictures.
  package var buffering: (frames: Int, reordering: Int) { (frameCount, reordering) }
  private var frameCount: Int
  private var reordering: Int
  /// Whether pictures may be fields.
  package var isProgressive: Bool
  package var usability: VideoUsability?
  /// What the headers of slices depend on.
  let slices: SliceFields

  private let unit: NALUnit
  private let layerCount: Int
  private let idBits: Range<Int>
  private let orderingBits: Range<Int>
  private let usabilityBits: Range<Int>

  /// Reads a set; `nil` if it is damaged, or uses something that is not defined.
  package init?(_ unit: NALUnit) {
    guard unit.bytes.count > 2, unit.hevcType == 33 else { return nil }
    var bits = BitReader(unit.payload(afterHeader: 2))
    videoID = bits.number(4)
    layerCount = bits.number(3) + 1
    bits.skip(1)
    guard layerCount <= 7 else { return nil }
    bits.skip(4)
    let isInterlacedSource: (Bool, Bool)
    bits.skip(4 + 32)
    isInterlacedSource = (bits.bit(), bits.bit())
    bits.skip(46)
    level = bits.number(8)
    Self.skipLayers(&bits, count: layerCount - 1)
    let idStart = bits.position
    id = bits.code()
    idBits = idStart..<bits.position
    let chroma = bits.code()
    var fields = SliceFields()
    fields.hasPlanes = chroma == 3 && bits.bit()
    fields.hasChroma = chroma != 0 && !fields.hasPlanes
    let (width, height) = (bits.code(), bits.code())
    let crop = bits.bit() ? (0..<4).map { _ in bits.code() } : [0, 0, 0, 0]
    let depth = (luma: 8 + bits.code(), chroma: 8 + bits.code())
    let orderBits = bits.code() + 4
    let orderingStart = bits.position
    (frameCount, reordering) = (0, 0)
    for _ in 0..<(bits.bit() ? layerCount : 1) {
      frameCount = bits.code()
      reordering = bits.code()
      _ = bits.code()
    }
    orderingBits = orderingStart..<bits.position
    let blockBits = bits.code() + 3 + bits.code()
    for _ in 0..<4 { _ = bits.code() }
    if bits.bit(), bits.bit() { Self.skipScaling(&bits) }
    bits.skip(1)
    fields.hasOffsets = bits.bit()
    if bits.bit() {
      bits.skip(8)
      _ = (bits.code(), bits.code())
      bits.skip(1)
    }
    guard blockBits <= 6, orderBits <= 16, fields.readReferences(&bits, orderBits: orderBits)
    else { return nil }
    fields.hasMotionFlag = bits.bit()
    bits.skip(1)
    let start = bits.position
    var hasFields = isInterlacedSource.1 && !isInterlacedSource.0
    if bits.bit() {
      let read = VideoUsability.reading(hevc: &bits, layerCount: layerCount)
      usability = read.usability
      hasFields = hasFields || read.hasFields
    }
    usabilityBits = start..<bits.position
    isProgressive = !hasFields
    guard !bits.isPastEnd, id < 16, chroma < 4, depth.luma <= 16, depth.chroma <= 16,
      (1...16_384).contains(width), (1...16_384).contains(height), frameCount <= 16,
      reordering <= frameCount
    else { return nil }
    let (unitX, unitY) = (chroma == 1 || chroma == 2 ? 2 : 1, chroma == 1 ? 2 : 1)
    let shown = (width - unitX * (crop[0] + crop[1]), height - unitY * (crop[2] + crop[3]))
    guard shown.0 > 0, shown.1 > 0 else { return nil }
    format = CodedFormat(
      .hevc, size: shown, coded: (width, height), chroma: chroma, depth: depth, usability)
    let blocks = [width, height].map { ($0 + (1 << blockBits) - 1) >> blockBits }
    fields.addressBits = BitWriter.length(ofNumberBelow: blocks[0] * blocks[1])
    slices = fields
    self.unit = unit
  }

  /// Skips the profiles and levels of temporal layers.
  private static func skipLayers(_ bits: inout BitReader, count: Int) {
    guard count > 0 else { return }
    let flags = (0..<count).map { _ in (bits.bit(), bits.bit()) }
    bits.skip(2 * (8 - count))
    for (hasProfile, hasLevel) in flags {
      bits.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0))
    }
  }

  static func skipScaling(_ bits: inout BitReader) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard bits.bit() else {
          _ = bits.code()
          continue
        }
        if size > 1 { _ = bits.signedCode() }
        for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = bits.signedCode() }
      }
    }
  }

  func renumbered(_ id: Int, video: Int) -> NALUnit? {
    change(level: nil) { splicing in
      splicing.leaveOut(0..<4)
      splicing.write { $0.append(video, bits: 4) }
      splicing.replace(idBits, byCode: id)
    }
  }

  /// The same set with other usability information, buffering and level.
  func with(
    _ usability: VideoUsability, frames: Int, reordering: Int, level: Int
  ) -> NALUnit? {
    change(level: level) { splicing in
      splicing.leaveOut(orderingBits)
      splicing.write { bits in
        bits.append(bit: false)
        for number in [frames, reordering, 0] { bits.append(code: number) }
      }
      splicing.leaveOut(usabilityBits)
      splicing.write { bits in
        bits.append(bit: true)
        usability.write(hevc: &bits)
      }
    }
  }

  private func change(level: Int?, _ body: (inout PayloadSplicing) -> Void) -> NALUnit? {
    var payload = unit.payload(afterHeader: 2)
    if let level { payload[12] = UInt8(clamping: level) }
    guard var splicing = PayloadSplicing(payload) else { return nil }
    body(&splicing)
    return NALUnit(header: unit.bytes.prefix(2), payload: splicing.finish())
  }
}

// HEVC: E.2.1.
extension VideoUsability {
  static func reading(
    hevc bits: inout BitReader, layerCount: Int
  ) -> (usability: VideoUsability, hasFields: Bool) {
    var usability = VideoUsability()
    usability.readAppearance(&bits)
    bits.skip(1)
    let hasFields = bits.bit()
    bits.skip(1)
    if bits.bit() { for _ in 0..<4 { _ = bits.code() } }
    if bits.bit() {
      usability.readTiming(&bits, hasFixedRate: false)
      if bits.bit() { _ = bits.code() }
      if bits.bit() { skipRates(hevc: &bits, layerCount: layerCount) }
    }
    if bits.bit() {
      bits.skip(3)
      for _ in 0..<5 { _ = bits.code() }
    }
    return (usability, hasFields)
  }

  /// Skips the parameters of a hypothetical decoder (E.2.2).
  private static func skipRates(hevc bits: inout BitReader, layerCount: Int) {
    let (hasUnits, hasSlices) = (bits.bit(), bits.bit())
    var hasParts = false
    if hasUnits || hasSlices {
      hasParts = bits.bit()
      bits.skip((hasParts ? 19 : 0) + 8 + (hasParts ? 4 : 0) + 15)
    }
    for _ in 0..<layerCount {
      let isFixed = bits.bit()
      let isFixedInSequence = isFixed || bits.bit()
      var isLowDelay = false
      if isFixedInSequence { _ = bits.code() } else { isLowDelay = bits.bit() }
      let count = isLowDelay ? 1 : min(bits.code(), 31) + 1
      for _ in 0..<(count * ((hasUnits ? 1 : 0) + (hasSlices ? 1 : 0))) {
        _ = (bits.code(), bits.code())
        if hasParts { _ = (bits.code(), bits.code()) }
        bits.skip(1)
      }
    }
  }

  func write(hevc bits: inout BitWriter) {
    writeAppearance(&bits)
    // Neither neutral chroma, fields, their structure nor a window for display.
    bits.append(0, bits: 4)
    bits.append(bit: timing != nil)
    if let timing {
      bits.append(timing.units, bits: 32)
      bits.append(timing.scale, bits: 32)
      bits.append(0, bits: 2)
    }
    bits.append(bit: false)
  }
}
