import CutawayContainers
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// Units and parameter sets of H.264 and HEVC.
@Suite struct CodingTests {
  /// Encodings whose slices differ in what follows the ID of their picture parameter set.
  static let encodings: [(VideoCoding, [String])] = [
    (.avc, ["-c:v", "libx264", "-x264-params", "keyint=12:bframes=3:b-pyramid=normal"]),
    (.avc, ["-c:v", "libx264", "-x264-params", "keyint=12:open-gop=1:bframes=3"]),
    (.avc, ["-c:v", "libx264", "-x264-params", "keyint=12:cabac=0:slices=3:bframes=0"]),
    (.avc, ["-c:v", "libx264", "-profile:v", "baseline", "-g", "10"]),
    (.avc, ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-crf", "40"]),
    (.hevc, ["-c:v", "libx265", "-x265-params", "keyint=12:log-level=error"]),
    (.hevc, ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=error"]),
  ]

  @Test(arguments: encodings.indices)
  func `a decoder shows the same frames after all IDs have changed`(index: Int) async throws {
    let (coding, arguments) = Self.encodings[index]
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let stream = try await CodedStream(coding, arguments, folder: folder)
    let leader = try await CodedStream(
      coding,
      coding == .avc
        ? ["-c:v", "libx264", "-x264-params", "ref=2"]
        : ["-c:v", "libx265", "-x265-params", "ctu=32:log-level=error"], folder: folder)
    let expected = try await stream.frames(in: folder)
    #expect(expected.count == 50)
    var joined = try JoinedConfiguration(#require(leader.configuration))
    let configuration = try #require(stream.configuration)
    var numbers = try joined.add(configuration)
    #expect(!numbers.isIdentity)
    let sets = try numbers.renumbered(configuration).sets
    #expect(Set(sets).isDisjoint(with: configuration.sets))
    var changed = CodedStream(coding, units: sets)
    for (number, unit) in stream.units.enumerated() {
      changed.units += try numbers.apply(to: [unit], pictureID: number)
    }
    #expect(try await changed.frames(in: folder) == expected)
    // Both streams, one behind the other, with all sets in front.
    let both = CodedStream(
      coding,
      units: joined.configuration.sets + (try numbersOf(leader, in: &joined)) + changed.units)
    // ffmpeg converts what follows to the depth of the first frame.
    if !arguments.contains("yuv420p10le") {
      #expect(try await both.frames(in: folder) == leader.frames(in: folder) + expected)
    }
  }

  private func numbersOf(
    _ stream: CodedStream, in joined: inout JoinedConfiguration
  ) throws -> [NALUnit] {
    let numbers = try joined.add(#require(stream.configuration))
    #expect(numbers.isIdentity)
    return try numbers.apply(to: stream.units)
  }

  @Test(arguments: encodings.indices)
  func `a record states the format of the pictures`(index: Int) async throws {
    let (coding, arguments) = Self.encodings[index]
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let configuration = try #require(
      await CodedStream(coding, arguments, folder: folder).configuration)
    let format = try #require(configuration.format)
    let depth = arguments.contains("yuv420p10le") ? 10 : 8
    #expect((format.width, format.height) == (320, 176))
    #expect((format.lumaDepth, format.chromaDepth, format.chroma) == (depth, depth, 1))
    #expect(format.colors == [2, 2, 2] && format.aspect == nil && !format.isFullRange)
    #expect(configuration.isProgressive)
    let again = try #require(StreamConfiguration(configuration.record(), coding))
    #expect(again.sets == configuration.sets)
  }

  @Test(arguments: [VideoCoding.avc, .hevc])
  func `labels of another stream replace the own ones`(coding: VideoCoding) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let encoder =
      coding == .avc
      ? ["-c:v", "libx264", "-bf", "0"]
      : ["-c:v", "libx265", "-x265-params", "bframes=0:log-level=error"]
    let labelled = try await CodedStream(
      coding,
      (coding == .avc
        ? ["-c:v", "libx264", "-bf", "3"] : ["-c:v", "libx265", "-x265-params", "log-level=error"])
        + ["-vf", FFmpegMedia.labels709 + ":range=pc,setsar=4/3"], folder: folder)
    let plain = try await CodedStream(coding, encoder, folder: folder)
    let model = try #require(labelled.configuration), own = try #require(plain.configuration)
    #expect(own.format != model.format)
    let changed = try own.matching(model)
    #expect(changed.format == model.format)
    #expect(changed.format?.colors == [1, 1, 1] && changed.format?.aspect != nil)
    if coding == .avc {
      let buffering = try #require(
        AVCSequenceParameters(changed.sequenceSets[0])?.usability?.restriction)
      let wanted = try #require(
        AVCSequenceParameters(model.sequenceSets[0])?.usability?.restriction)
      #expect(buffering.reordering >= wanted.reordering)
      #expect(buffering.buffering >= wanted.buffering)
    }
    // Labels do not change what a decoder shows.
    let expected = try await plain.frames(in: folder)
    var relabelled = plain
    relabelled.units =
      changed.sets + plain.units.filter { !$0.isParameterSet(coding) }
    #expect(try await relabelled.frames(in: folder) == expected)
  }

  @Test func `the sets of a phone are read`() throws {
    let record: [UInt8] =
      [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 0x10] + [0x27, 0x64, 0, 0x1F, 0xAC, 0x56, 0x80, 0xF0]
      + [0x11, 0x7A, 0xB9, 0xA8, 8, 8, 8, 0x10] + [1, 0, 4, 0x28, 0xEE, 0x3C, 0xB0]
      + [0xFD, 0xF8, 0xF8, 0]
    let configuration = try #require(StreamConfiguration(record, .avc))
    let format = try #require(configuration.format)
    #expect((format.width, format.height) == (958, 540))
    #expect((format.codedWidth, format.codedHeight) == (960, 544))
    #expect(format.colors == [1, 1, 1])
    #expect(try configuration.record() == record)
  }

  @Test(arguments: 0..<200)
  func `emulation prevention is that of a slow reference`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let payload =
      (0..<Int.random(in: 1...400, using: &random)).map { _ in
        UInt8([0, 0, 0, 1, 2, 3, 4, 255].randomElement(using: &random) ?? 0)
      } + ([[255], [9, 0, 0]].randomElement(using: &random) ?? [])
    var reference: [UInt8] = [0x65]
    for index in payload.indices {
      if payload[index] <= 3, reference.count >= 3, reference.suffix(2) == [0, 0] {
        reference.append(3)
      }
      reference.append(payload[index])
    }
    if reference.last == 0 { reference.append(3) }
    let unit = NALUnit(header: [0x65], payload: payload)
    #expect(unit.bytes == reference, "seed \(seed)")
    #expect(unit.payload(afterHeader: 1) == payload, "seed \(seed)")
  }

  @Test func `damaged packets and records are refused`() {
    #expect(NALUnit.ranges(in: [0, 0, 0, 2, 1], lengthSize: 4) == nil)
    #expect(NALUnit.ranges(in: [0, 0, 0, 0, 1], lengthSize: 4) == nil)
    #expect(NALUnit.ranges(in: [0, 0], lengthSize: 4) == nil)
    #expect(StreamConfiguration([], .avc) == nil)
    #expect(StreamConfiguration([1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 0x10, 0x27], .avc) == nil)
    #expect(AVCSequenceParameters(NALUnit([0x67])) == nil)
    #expect(HEVCSequenceParameters(NALUnit([0x42, 1, 0])) == nil)
    #expect(PictureKind([0, 0, 0, 1, 0x65, 0xB8][...4].map { $0 }, .avc, lengthSize: 4) == .start)
    #expect(PictureKind([0, 0, 0, 9, 0x65], .avc, lengthSize: 4) == .unusable)
    #expect(PictureKind([0, 0, 0, 2, 0x74, 0], .avc, lengthSize: 4) == .unusable)
    #expect(PictureKind([0, 0, 0, 3, 42, 1, 0x80], .hevc, lengthSize: 4) == .openStart)
    #expect(PictureKind([0, 0, 0, 3, 16, 1, 0x80], .hevc, lengthSize: 4) == .leading)
  }

  @Test(arguments: 0..<300)
  func `random bytes are refused or parsed, and never crash`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 4...80, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    _ = AVCSequenceParameters(NALUnit([0x67, 100, 0, 31] + bytes))?.format
    _ = HEVCSequenceParameters(NALUnit([0x42, 1] + bytes))?.format
    _ = StreamConfiguration([1] + bytes, .avc)?.format
    _ = StreamConfiguration([1] + bytes + bytes, .hevc)?.format
    _ = PictureKind(bytes, .hevc, lengthSize: 4)
  }

  @Test func `all sets of a film state the same reordering`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func configuration(_ parameters: String) async throws -> StreamConfiguration {
      try #require(
        await CodedStream(
          .avc, ["-c:v", "libx264", "-x264-params", parameters], folder: folder
        ).configuration)
    }
    let plain = try await configuration("bframes=0:ref=1")
    let reordered = try await configuration("bframes=3:b-pyramid=normal")
    for (first, second) in [(plain, reordered), (reordered, plain)] {
      var joined = try JoinedConfiguration(first)
      _ = try joined.add(second)
      let sets = joined.configuration.sequenceSets.compactMap(AVCSequenceParameters.init)
      #expect(sets.map { $0.usability?.restriction?.reordering } == [2, 2])
      #expect(sets.allSatisfy { ($0.usability?.restriction?.buffering ?? 0) >= 2 })
      #expect(joined.configuration.format == first.format)
      #expect(
        try StreamConfiguration(joined.record(), .avc)?.sequenceSets
          == joined.configuration.sequenceSets)
    }
    // What already agrees stays as it is.
    #expect(try JoinedConfiguration(reordered).configuration == reordered)
  }

  @Test func `there are not more sets than IDs`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let first = try #require(
      await CodedStream(.avc, ["-c:v", "libx264"], folder: folder).configuration)
    var joined = try JoinedConfiguration(first)
    var error: ContainerError?
    for level in 0..<40 where error == nil {
      // Another level makes other sets, which need other IDs.
      var other = first
      other.sequenceSets[0].bytes[3] = UInt8(10 + level)
      do throws(ContainerError) { _ = try joined.add(other) } catch let fault { error = fault }
    }
    #expect(error?.code == .unsupported)
    #expect(try StreamConfiguration(joined.record(), .avc)?.pictureSets.count == 17)
  }
}
