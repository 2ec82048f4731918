/// A sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1.1).
package struct AVCSequenceParameters: Sendable, Hashable {
  /// The numbers of the profile and the level, and the constraints.
  package var profile: Int
  package var constraints: Int
  package var level: Int
  /// The ID of the set.
  package var id: Int
  package var format: CodedFormat
  /// Whether all pictures are frames, not fields.
  package var isProgressive: Bool
  /// The number of bits of `frame_num` in slices.
  var frameNumberBits: Int
  /// Whether colour planes are coded like pictures of their own.
  var hasSeparatePlanes: Bool
  /// The number of frames to which pictures may refer.
  var referenceCount: Int
  package var usability: VideoUsability?

  private let unit: NALUnit
  private let idBits: Range<Int>
  /// The bits of the usability information, with its flag.
  private let usabilityBits: Range<Int>

  /// Profiles whose sets state the format of chroma.
  private static let high: Set<Int> = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
  ]

  /// Reads a set; `nil` if it is damaged, or uses something that is not defined.
  package init?(_ unit: NALUnit) {
    guard unit.bytes.first.map({ $0 & 31 == 7 }) == true else { return nil }
    var bits = BitReader(unit.payload(afterHeader: 1))
    profile = bits.number(8)
    constraints = bits.number(8)
    level = bits.number(8)
    let idStart = bits.position
    id = bits.code()
    idBits = idStart..<bits.position
    var chroma = 1, lumaDepth = 8, chromaDepth = 8
    hasSeparatePlanes = false
    if Self.high.contains(profile) {
      chroma = bits.code()
      if chroma == 3 { hasSeparatePlanes = bits.bit() }
      lumaDepth = 8 + bits.code()
      chromaDepth = 8 + bits.code()
      bits.skip(1)
      if bits.bit() { Self.skipScaling(&bits, count: chroma == 3 ? 12 : 8) }
    }
    frameNumberBits = bits.code() + 4
    switch bits.code() {
    case 0: _ = bits.code()
    case 1:
      bits.skip(1)
      _ = (bits.signedCode(), bits.signedCode())
      for _ in 0..<min(bits.code(), 255) { _ = bits.signedCode() }
    default: break
    }
    referenceCount = bits.code()
    bits.skip(1)
    let columns = bits.code() + 1, rows = bits.code() + 1
    isProgressive = bits.bit()
    if !isProgressive { bits.skip(1) }
    bits.skip(1)
    let crop = bits.bit() ? (0..<4).map { _ in bits.code() } : [0, 0, 0, 0]
    let start = bits.position
    if bits.bit() { usability = VideoUsability(avc: &bits) }
    usabilityBits = start..<bits.position
    guard !bits.isPastEnd, id < 32, chroma < 4, lumaDepth <= 14, chromaDepth <= 14,
      frameNumberBits <= 16, columns <= 4096, rows <= 4096
    else { return nil }
    let unitX = chroma == 1 || chroma == 2 ? 2 : 1
    let unitY = (chroma == 1 ? 2 : 1) * (isProgressive ? 1 : 2)
    let (width, height) = (columns * 16, rows * 16 * (isProgressive ? 1 : 2))
    let shown = (width - unitX * (crop[0] + crop[1]), height - unitY * (crop[2] + crop[3]))
    guard shown.0 > 0, shown.1 > 0 else { return nil }
    format = CodedFormat(
      .avc, size: shown, coded: (width, height), chroma: chroma, depth: (lumaDepth, chromaDepth),
      usability)
    self.unit = unit
  }

  private static func skipScaling(_ bits: inout BitReader, count: Int) {
    for list in 0..<count where bits.bit() {
      var last = 8, next = 8
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + bits.signedCode() + 256) & 255 }
        if next != 0 { last = next }
      }
    }
  }

  /// The same set with another ID.
  func renumbered(_ id: Int) -> NALUnit? {
    change { $0.replace(idBits, byCode: id) }
  }

  /// The same set with other usability information and another level.
  func with(_ usability: VideoUsability, level: Int) -> NALUnit? {
    let changed = change { splicing in
      splicing.leaveOut(usabilityBits)
      splicing.write { bits in
        bits.append(bit: true)
        usability.write(avc: &bits)
      }
    }
    guard var changed else { return nil }
    changed.bytes[3] = UInt8(clamping: level)
    return changed
  }

  private func change(_ body: (inout PayloadSplicing) -> Void) -> NALUnit? {
    guard var splicing = PayloadSplicing(unit.payload(afterHeader: 1)) else { return nil }
    body(&splicing)
    return NALUnit(header: unit.bytes.prefix(1), payload: splicing.finish())
  }

  /// The number of frames that a decoder must keep, and by how many it must delay pictures; what
  /// the level allows, if the set does not say.
  var buffering: (frames: Int, reordering: Int) {
    if let restriction = usability?.restriction {
      return (restriction.buffering, restriction.reordering)
    }
    // Intra profiles keep no frames (E.2.1).
    if constraints & 0x10 != 0, [44, 86, 100, 110, 122, 244].contains(profile) { return (0, 0) }
    let blocks = format.codedWidth * format.codedHeight / 256
    let frames = min(16, max(1, Self.capacity(ofLevel: level) / max(1, blocks)))
    return (frames, frames)
  }

  /// The least buffering that suffices for several streams.
  static func greatestRestriction(of sets: [Self]) -> VideoUsability.Restriction {
    VideoUsability.Restriction(
      reordering: sets.map(\.buffering.reordering).max() ?? 0,
      buffering: sets.map { max($0.buffering.frames, $0.referenceCount) }.max() ?? 0)
  }

  /// The number of macroblocks that a decoder of a level keeps (table A-1).
  private static func capacity(ofLevel level: Int) -> Int {
    let table: [(level: Int, blocks: Int)] = [
      (10, 396), (11, 900), (20, 2_376), (21, 4_752), (30, 8_100), (31, 18_000), (32, 20_480),
      (41, 32_768), (42, 34_816), (50, 110_400), (52, 184_320),
    ]
    return table.first { level <= $0.level }?.blocks ?? 696_320
  }
}

/// A picture parameter set of H.264 or HEVC, as far as its IDs.
struct PictureParameters: Sendable, Hashable {
  let id: Int
  /// The ID of the sequence parameter set to which it belongs.
  let sequenceID: Int
  private let unit: NALUnit
  private let coding: VideoCoding
  private let idBits: Range<Int>
  private let sequenceBits: Range<Int>

  init?(_ unit: NALUnit, _ coding: VideoCoding) {
    guard unit.bytes.count > coding.headerLength else { return nil }
    var bits = BitReader(unit.payload(afterHeader: coding.headerLength))
    id = bits.code()
    idBits = 0..<bits.position
    sequenceID = bits.code()
    sequenceBits = idBits.upperBound..<bits.position
    guard !bits.isPastEnd, id < 256, sequenceID < 32 else { return nil }
    self.unit = unit
    self.coding = coding
  }

  func renumbered(_ id: Int, sequence: Int) -> NALUnit? {
    guard var splicing = PayloadSplicing(unit.payload(afterHeader: coding.headerLength)) else {
      return nil
    }
    splicing.replace(idBits, byCode: id)
    splicing.replace(sequenceBits, byCode: sequence)
    return NALUnit(header: unit.bytes.prefix(coding.headerLength), payload: splicing.finish())
  }
}
