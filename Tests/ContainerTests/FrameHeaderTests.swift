import CutawayContainers
import TestSupport
import Testing

/// Headers of frames that describe themselves, written field by field as the specifications have them.
struct FrameHeaderTests {
  private let proRes = FrameCoding.proRes(profile: "hq")

  private func proResFrame(
    flags: UInt8 = 0x80, colors: [UInt8] = [1, 1, 1], alpha: UInt8 = 0
  ) -> [UInt8] {
    [0, 0, 1, 0] + Array("icpf".utf8) + [0, 148, 0, 0] + Array("apl0".utf8)
      + [0x07, 0x80, 0x04, 0x38, flags, 0x25] + colors + [alpha, 0, 3]
      + Array(repeating: 4, count: 100)
  }

  @Test func `a frame of ProRes states size, chroma, fields, alpha and colours`() throws {
    let header = try #require(FrameHeader(proResFrame(), proRes))
    #expect((header.width, header.height, header.chroma, header.depth) == (1920, 1080, 2, 10))
    #expect(header.isProgressive && !header.hasAlpha && !header.isFullRange)
    #expect(header.colors == [1, 1, 1])
    let other = try #require(
      FrameHeader(proResFrame(flags: 0xC4, colors: [0, 18, 9], alpha: 2), proRes))
    #expect(other.chroma == 3 && !other.isProgressive && other.hasAlpha)
    #expect(other.colors == [2, 18, 9])
    #expect(!header.hasPicture(of: other))
    #expect(FrameHeader(Array(proResFrame().dropFirst()), proRes) == nil)
    #expect(!FrameHeader.isDependent(proResFrame(), proRes))
  }

  @Test func `a frame takes the labels of another one, and nothing else`() throws {
    let header = try #require(FrameHeader(proResFrame(), proRes))
    let unlabelled = proResFrame(colors: [2, 2, 2])
    #expect(FrameHeader(unlabelled, proRes) != header)
    #expect(header.labelling(unlabelled, proRes) == proResFrame())
    let key = vp9Key(space: 2), full = vp9Key(space: 0, isFullRange: true)
    let vp9 = try #require(FrameHeader(key, .vp9))
    #expect(vp9.labelling(full, .vp9) == key)
    #expect(vp9.hasPicture(of: try #require(FrameHeader(full, .vp9))))
    #expect(vp9.labelling(vp9Inter(), .vp9) == vp9Inter())
  }

  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  private func jpeg(
    _ sampling: [UInt8], marker: UInt8 = 0xC0, transform: UInt8? = nil
  ) -> [UInt8] {
    let components: [UInt8] = sampling.enumerated().flatMap { [UInt8($0 + 1), $1, 0] }
    return [0xFF, 0xD8]
      // A thumbnail is a JPEG of its own.
      + segment(0xE1, Array("Exif".utf8) + [0xFF, 0xD8, 0xFF, 0xC0, 0, 17])
      + (transform.map {
        segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, $0])
      } ?? []) + segment(0xDB, Array(repeating: 1, count: 65))
      + segment(0xC4, Array(repeating: 0, count: 20))
      + segment(marker, [8, 0x01, 0x68, 0x02, 0x80, UInt8(sampling.count)] + components)
      + segment(0xDA, Array(repeating: 0, count: 10)) + [1, 2, 3, 0xFF, 0xD9]
  }

  @Test func `a JPEG states size and chroma`() throws {
    for (sampling, chroma) in [
      ([0x22, 0x11, 0x11], 1), ([0x21, 0x11, 0x11], 2), ([0x22, 0x12, 0x12], 2),
      ([0x11, 0x11, 0x11], 3), ([0x22, 0x22, 0x22], 3),
    ] as [([UInt8], Int)] {
      let header = try #require(FrameHeader(jpeg(sampling), .jpeg), "\(sampling)")
      #expect((header.width, header.height, header.chroma) == (640, 360, chroma))
      #expect(header.isFullRange && header.depth == 8)
    }
    #expect(FrameHeader(jpeg([0x11, 0x11, 0x11], transform: 1), .jpeg)?.chroma == 3)
    // R, G and B.
    #expect(FrameHeader(jpeg([0x11, 0x11, 0x11], transform: 0), .jpeg) == nil)
    // Progressive, grey, 4:4:0, and chroma planes that differ.
    #expect(FrameHeader(jpeg([0x22, 0x11, 0x11], marker: 0xC2), .jpeg) == nil)
    for sampling in [[0x11], [0x12, 0x11, 0x11], [0x22, 0x11, 0x21], [0, 0, 0]] as [[UInt8]] {
      #expect(FrameHeader(jpeg(sampling), .jpeg) == nil, "\(sampling)")
    }
  }

  /// Bytes of bits, the first one the highest.
  private func bytes(_ fields: [(value: Int, count: Int)]) -> [UInt8] {
    var bits: [UInt8] = fields.flatMap { field in
      (0..<field.count).reversed().map { UInt8(field.value >> $0 & 1) }
    }
    bits += Array(repeating: 0, count: 7 - (bits.count + 7) % 8 + 80)
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }

  private func vp9Key(space: Int = 2, isFullRange: Bool = false, profile: Int = 0) -> [UInt8] {
    bytes([
      (2, 2), (profile & 1, 1), (profile >> 1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0x49_8342, 24),
      (space, 3), (isFullRange ? 1 : 0, 1), (1279, 16), (719, 16),
    ])
  }

  private func vp9Inter(isResilient: Bool = false, found: Int = 0b001) -> [UInt8] {
    bytes(
      [(2, 2), (0, 2), (0, 1), (1, 1), (1, 1), (isResilient ? 1 : 0, 1)]
        + (isResilient ? [] : [(3, 2)]) + [(0xFF, 8), (0xFFF, 12), (found, 3)])
  }

  @Test func `a key frame of VP9 states size and colours`() throws {
    let header = try #require(FrameHeader(vp9Key(), .vp9))
    #expect((header.width, header.height, header.chroma, header.depth) == (1280, 720, 1, 8))
    #expect(header.colors == [2, 2, 1] && !header.isFullRange)
    #expect(FrameHeader(vp9Key(space: 1, isFullRange: true), .vp9)?.isFullRange == true)
    #expect(FrameHeader(vp9Key(space: 7), .vp9) == nil)
    #expect(FrameHeader(vp9Key(profile: 2), .vp9) == nil)
    #expect(!FrameHeader.isDependent(vp9Key(), .vp9))
  }

  @Test func `other frames of VP9 depend on earlier ones, unless they change the size`() {
    for isResilient in [false, true] {
      for found in 1...7 {
        let frame = vp9Inter(isResilient: isResilient, found: found)
        #expect(FrameHeader(frame, .vp9) == nil && FrameHeader.isDependent(frame, .vp9))
      }
      #expect(!FrameHeader.isDependent(vp9Inter(isResilient: isResilient, found: 0), .vp9))
    }
    // The repetition of a frame has one byte.
    #expect(FrameHeader.isDependent([0b1000_1001], .vp9))
    #expect(!FrameHeader.isDependent([], .vp9))
  }

  @Test func `damaged frames have no header`() {
    let frames: [([UInt8], FrameCoding)] = [
      (proResFrame(), proRes), (jpeg([0x22, 0x11, 0x11]), .jpeg), (vp9Key(), .vp9),
    ]
    for (frame, coding) in frames {
      for count in 0..<8 { #expect(FrameHeader(Array(frame.prefix(count)), coding) == nil) }
      var random = SeededGenerator(seed: 7)
      for _ in 0..<2_000 {
        var damaged = Array(frame.prefix(Int.random(in: 0...frame.count, using: &random)))
        for _ in 0..<3 where !damaged.isEmpty {
          damaged[Int.random(in: damaged.indices, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        guard let header = FrameHeader(damaged, coding) else { continue }
        #expect((0...65_536).contains(header.width) && (0...3).contains(header.chroma))
        #expect(header.labelling(damaged, coding) == damaged)
      }
    }
  }
}
