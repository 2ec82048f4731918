import CutawayContainers
import TestSupport
import Testing

/// Pictures at which a stream of HEVC is joined.
@Suite struct BrokenLinkTests {
  /// Parameters of x265 that change what the header of a slice contains, and the format.
  private static let encodings = [
    ("", "yuv420p"), ("slices=3", "yuv420p"), ("wpp=0", "yuv420p"), ("no-sao=1", "yuv420p"),
    ("no-deblock=1", "yuv420p"), ("deblock=-2,3:no-sao=1", "yuv420p"), ("ref=5", "yuv420p10le"),
    ("ctu=16", "yuv422p10le"), ("cbqpoffs=3:crqpoffs=-2", "yuv444p"), ("", "gray"),
    ("scaling-list=default", "yuv420p"), ("multi-pass-opt-rps=1", "yuv420p"),
    ("temporal-layers=2", "yuv420p"), ("lossless=1", "yuv420p"), ("no-temporal-mvp=1", "yuv420p"),
    ("slices=2", "yuv444p10le"),
  ]

  @Test(arguments: encodings)
  func `a picture without references shows the same frames`(
    parameters: String, format: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let usual = "keyint=12:min-keyint=12:bframes=3:open-gop=1:log-level=error"
    let stream = try await CodedStream(
      .hevc,
      ["-c:v", "libx265", "-pix_fmt", format, "-x265-params"]
        + [parameters.isEmpty ? usual : usual + ":" + parameters], folder: folder)
    let expected = try await stream.frames(in: folder)
    #expect(expected.count == 50)
    let configuration = try #require(stream.configuration)
    func type(_ unit: NALUnit) -> UInt8 { unit.bytes[0] >> 1 & 63 }
    let starts = stream.units.indices.filter { index in
      type(stream.units[index]) == 21 && stream.units[index].bytes[2] & 0x80 != 0
    }
    #expect(starts.count >= 3)
    for start in starts {
      // Without the leading pictures of this one.
      let end = stream.units[start...].firstIndex { type($0) <= 5 } ?? stream.units.endIndex
      let picture = stream.units[start..<end].filter { type($0) == 21 }
      let rest = Array(stream.units[end...])
      let changed = NALUnit.brokenLinks(in: picture, of: configuration)
      #expect(changed.count == picture.count && changed.allSatisfy { type($0) == 18 })
      for (old, new) in zip(picture, changed) {
        #expect(new.bytes.count <= old.bytes.count)
        #expect(new.bytes.dropFirst(2) != old.bytes.dropFirst(2))
      }
      let joined = CodedStream(.hevc, units: configuration.sets + changed + rest)
      let shown = try await joined.frames(in: folder)
      #expect(shown.count >= 2 && shown == Array(expected.suffix(shown.count)))
      // Nothing else than the references is left out.
      let plain = CodedStream(.hevc, units: configuration.sets + picture + rest)
      #expect(try await plain.frames(in: folder) == shown)
    }
  }

  @Test func `a header that cannot be parsed keeps its references`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let stream = try await CodedStream(
      .hevc, ["-c:v", "libx265", "-x265-params", "log-level=error"], folder: folder)
    let configuration = try #require(stream.configuration)
    // An ID that no set has, and a header that ends early.
    for bytes: [UInt8] in [[42, 1, 0x80, 0x11, 0x22], [42, 1, 0xAF], [42, 1, 0x80, 0, 0]] {
      let units = [NALUnit([70, 1, 80]), NALUnit(bytes)]
      let changed = NALUnit.brokenLinks(in: units, of: configuration)
      #expect(changed == [units[0], NALUnit([36, 1] + bytes.dropFirst(2))])
    }
  }

  @Test func `random sets and slices never crash`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let stream = try await CodedStream(
      .hevc, ["-c:v", "libx265", "-x265-params", "log-level=error"], folder: folder)
    let configuration = try #require(stream.configuration)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 4...60, using: &random)).map { _ in
        // Zeros make long codes.
        Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
      }
      var damaged = configuration
      let place = Int.random(in: 3..<damaged.pictureSets[0].bytes.count, using: &random)
      damaged.pictureSets[0].bytes.replaceSubrange(place..., with: bytes)
      // A slice that refers to the first set.
      let slice = NALUnit([42, 1, 0xA0 | bytes[0]] + bytes)
      #expect(NALUnit.brokenLinks(in: [slice], of: damaged).count == 1)
    }
    // Headers of intra slices that end with two codes of 65 bits.
    let long = Array(repeating: false, count: 32) + Array(repeating: true, count: 33)
    for index in 0..<6_400 {
      let middle = (0..<index % 64).map { _ in Bool.random(using: &random) }
      let bits = [true, false, true, false, true, true] + middle + long + long
      let payload = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      }
      let slice = NALUnit(header: [42, 1], payload: payload)
      #expect(NALUnit.brokenLinks(in: [slice], of: configuration).count == 1)
    }
  }
}
