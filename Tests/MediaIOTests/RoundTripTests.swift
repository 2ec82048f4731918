import CutawayMediaIO
import Foundation
import TestSupport
import Testing

/// Frames and sound in memory.
@Suite(.serialized) struct RoundTripTests {
  static func film(
    _ clip: UInt8, frames: Int = 40, rate: FrameRate = .fps30, codec: TestMedia.AudioCodec = .pcm
  ) async throws -> Composition {
    let file = try await TestMedia(
      .mov, video: .init(frameRate: rate, frameCount: frames, clip: clip),
      audio: .init(codec: codec, sound: .ticks, clip: clip)
    ).file()
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameRate: "\(rate.numerator)/\(rate.denominator)"}
      assets: {film: \(file.path)}
      tracks:
        - {id: v, type: video, segments: [{asset: film}]}
        - {id: a, type: audio, segments: [{asset: film}]}
      """
    return try await edit(text)
  }

  static func edit(_ text: String) async throws -> Composition {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("edit.yaml")
    try Data(text.utf8).write(to: file)
    return try await CompositionDocument.load(contentsOf: file).composition
  }

  @Test(arguments: [FrameRate.fps30, .ntsc2997, .pal25])
  func `frames have exact times in each layout`(rate: FrameRate) async throws {
    let edit = try await Self.film(7, rate: rate)
    for layout in [PixelLayout.bgra, .rgba, .nv12, .i420, .i420TenBits] {
      var count = 0
      for try await frame in VideoFrames(of: edit, as: layout) {
        #expect(frame.time == rate.frameDuration * count && frame.duration == rate.frameDuration)
        #expect(frame.layout == layout && frame.width == 320 && frame.height == 180)
        #expect(code(frame) == FrameCode(clip: 7, frame: UInt16(count)))
        count += 1
      }
      #expect(count == 40)
    }
  }

  @Test func `the bytes are those of each plane without gaps`() async throws {
    // Rows of 54 bytes, which GStreamer makes 56, and of 27.
    let edit = try await Self.film(5, frames: 2)
    for layout in [PixelLayout.i420, .nv12, .i420TenBits] {
      let size = PixelSize(width: 54, height: 38)
      for try await frame in VideoFrames(of: edit, as: layout, size: size) {
        let bytes = frame.bytes
        #expect(bytes.count == layout.byteCount(width: 54, height: 38))
        let again = VideoFrame(bytes, as: layout, width: 54, height: 38, at: frame.time)
        #expect(again.bytes == bytes)
        var joined: [UInt8] = []
        let wide = layout == .i420TenBits ? 2 : 1
        let rows =
          layout == .nv12
          ? [(54, 38), (54, 19)] : [(54 * wide, 38), (27 * wide, 19), (27 * wide, 19)]
        for (plane, size) in rows.enumerated() {
          frame.withPlane(plane) { span, distance in
            for row in 0..<size.1 {
              for column in 0..<size.0 { joined.append(span[row * distance + column]) }
            }
          }
        }
        #expect(joined == bytes)
      }
    }
  }

  @Test func `a range starts and ends where it says`() async throws {
    let edit = try await Self.film(3)
    let range = TimeRange(start: MediaTime(10, over: 30), duration: MediaTime(5, over: 30))
    var codes: [FrameCode?] = []
    for try await frame in VideoFrames(of: edit, as: .nv12, range: range) {
      codes.append(code(frame))
      #expect(frame.time == MediaTime(Int64(9 + codes.count), over: 30))
    }
    #expect(codes == (10..<15).map { FrameCode(clip: 3, frame: $0) })
    var next = range.start
    for try await block in SoundBlocks(of: edit, range: range) {
      #expect(block.time == next)
      next = block.time + block.duration
    }
    #expect(next == range.end)
  }

  @Test(arguments: [PixelLayout.bgra, .nv12, .i420TenBits])
  func `an edit is read and written again`(layout: PixelLayout) async throws {
    let edit = try await Self.film(4, rate: .ntsc2997)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mp4")
    let writer = try MediaWriter(
      to: url,
      video: .init(
        .h264, size: PixelSize(width: 320, height: 180),
        frameDuration: FrameRate.ntsc2997.frameDuration),
      sound: .init(.aac), metadata: ["title": "Again"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await frame in VideoFrames(of: edit, as: layout) { try await writer.append(frame) }
      }
      group.addTask {
        for try await block in SoundBlocks(of: edit) { try await writer.append(block) }
      }
      try await group.waitForAll()
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    try await writer.finish()
    let frames = try await RawVideo.read(url)
    #expect(frames.map { $0.code() } == (0..<40).map { FrameCode(clip: 4, frame: $0) })
    #expect(
      frames.map { $0.time?.rounded(in: FrameRate.ntsc2997.frameDuration) } == (0..<40).map { $0 })
    var before: [Float] = []
    for try await block in SoundBlocks(of: edit, channels: 1) { before += block.samples }
    let after = try #require(try await RawAudio.read(url).channels.first)
    let peaks = before.indices.filter { abs(before[$0]) > 0.5 && $0 + 24 < after.count }
    #expect(!peaks.isEmpty)
    #expect(
      peaks.allSatisfy { place in
        after[max(0, place - 24)..<place + 24].contains { abs($0) > 0.2 }
      })
  }

  @Test func `frames that a program draws have its colours and times`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("drawn.mov")
    let size = PixelSize(width: 66, height: 34)
    let writer = try MediaWriter(to: url, as: .mov, video: .init(.proRes422, size: size))
    let grey: [UInt8] = [20, 120, 220]
    // Frames of 1, 3 and 2 units.
    for (index, start) in [0, 1, 4].enumerated() {
      let pixel = [grey[index], grey[index], grey[index], 255]
      let frame = VideoFrame(
        (0..<66 * 34).flatMap { _ in pixel }, as: .bgra, width: 66, height: 34,
        at: MediaTime(Int64(start), over: 30))
      try await writer.append(frame)
    }
    try await writer.finish(at: MediaTime(6, over: 30))
    let frames = try await RawVideo.read(url, as: .rgba)
    let unit = MediaTime(1, over: 30)
    #expect(frames.map { $0.time?.rounded(in: unit) } == [0, 1, 4])
    #expect(frames.map { $0.duration?.rounded(in: unit) } == [1, 3, 2])
    for (frame, grey) in zip(frames, grey) {
      let place = (17 * 66 + 33) * 4
      #expect(abs(Int(frame.bytes[place]) - Int(grey)) <= 2)
    }
  }

  @Test func `sound of any rate is written as it is`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("tone.wav")
    let writer = try MediaWriter(
      to: url, as: .wav, sound: .init(.pcm, sampleRate: 44_100, channels: 1))
    let samples = (0..<44_100).map { Float(($0 * 7_919) % 2_000) / 2_000 - 0.5 }
    for start in stride(from: 0, to: samples.count, by: 1_470) {
      try await writer.append(
        SoundBlock(
          Array(samples[start..<start + 1_470]), sampleRate: 44_100, channels: 1,
          at: MediaTime(Int64(start), over: 44_100)))
    }
    try await writer.finish()
    let read = try #require(try await RawAudio.read(url).channels.first)
    #expect(read.count == samples.count)
    // 16 bits.
    #expect(zip(read, samples).allSatisfy { abs($0 - $1) <= 1.5 / 32_768 })
  }

  @Test func `a film without sound has no blocks, and becomes a file without a track of sound`()
    async throws
  {
    var edit = try await Self.film(8, frames: 10)
    edit.tracks.removeAll { $0.mediaType == .audio }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("silent.mp4")
    let writer = try MediaWriter(
      to: url, video: .init(.h264, size: PixelSize(width: 320, height: 180)), sound: .init(.aac))
    for try await frame in VideoFrames(of: edit, as: .i420) { try await writer.append(frame) }
    for try await block in SoundBlocks(of: edit) { try await writer.append(block) }
    try await writer.finish()
    let frames = try await RawVideo.read(url)
    #expect(frames.map { $0.code() } == (0..<10).map { FrameCode(clip: 8, frame: $0) })
    #expect(try await Asset(id: "made", location: url.path).load().audioTracks.isEmpty)
    // Sound alone, and nothing.
    let sound = folder.file("sound.mp4")
    let second = try MediaWriter(
      to: sound, video: .init(.h264, size: PixelSize(width: 320, height: 180)), sound: .init(.aac))
    try await second.append(
      SoundBlock(Array(repeating: 0.5, count: 96_000), sampleRate: 48_000, channels: 2, at: .zero))
    try await second.finish()
    #expect(try await RawAudio.read(sound).channels.first?.count ?? 0 > 46_000)
    let none = try MediaWriter(to: folder.file("none.mp4"), sound: .init(.aac))
    await #expect(throws: ExportError.self) { try await none.finish() }
    #expect(!FileManager.default.fileExists(atPath: folder.file("none.mp4").path))
  }

  @Test func `AAC keeps channels apart`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("left.m4a")
    let writer = try MediaWriter(to: url, as: .m4a, sound: .init(.aac))
    let samples = (0..<48_000).flatMap { place -> [Float] in
      [Float(sin(Double(place) * 0.06) * 0.5), 0]
    }
    try await writer.append(SoundBlock(samples, sampleRate: 48_000, channels: 2, at: .zero))
    try await writer.finish()
    let channels = try await RawAudio.read(url).channels
    #expect(channels.count == 2)
    func level(_ samples: ArraySlice<Float>) -> Float {
      (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }
    // Away from the ends.
    let (left, right) = (level(channels[0][4_096..<40_000]), level(channels[1][4_096..<40_000]))
    #expect(abs(left - 0.5 / Float(2).squareRoot()) < 0.01)
    // -60 dB below the left one.
    #expect(right < left / 1_000)
  }

  @Test func `errors name what is wrong`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let size = PixelSize(width: 64, height: 32)
    func frame(_ time: MediaTime, _ transfer: TransferFunction = .bt709) -> VideoFrame {
      VideoFrame(
        Array(repeating: 0, count: PixelLayout.i420TenBits.byteCount(width: 64, height: 32)),
        as: .i420TenBits, width: 64, height: 32, at: time, transferFunction: transfer)
    }
    let existing = folder.file("there.mp4")
    try Data([1]).write(to: existing)
    #expect(throws: ExportError.self) {
      try MediaWriter(to: existing, video: .init(.h264, size: size))
    }
    #expect(try Data(contentsOf: existing) == Data([1]))

    let writer = try MediaWriter(to: folder.file("a.mp4"), video: .init(.h264, size: size))
    try await writer.append(frame(.zero))
    await #expect(throws: ExportError.self) { try await writer.append(frame(.zero)) }
    await #expect(throws: ExportError.self) { try await writer.append(frame(MediaTime(1), .hlg)) }
    await #expect(throws: ExportError.self) {
      try await writer.append(SoundBlock([0], sampleRate: 48_000, channels: 1, at: .zero))
    }
    writer.cancel()
    await #expect(throws: ExportError.self) { try await writer.finish() }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.mp4").path))

    let lost = try await Self.edit(
      """
      cutaway: 1
      render: {size: [64, 32], frameRate: 30}
      assets: {lost: \(folder.file("lost.mp4").path)}
      tracks: [{id: v, type: video, segments: [{asset: lost, source: [0, 1]}]}]
      """)
    var refused = lost
    refused.assets = [Asset(id: "lost", location: "/etc/hostname")]
    let policyError = await #expect(throws: ExportError.self) {
      for try await _ in VideoFrames(of: refused, policy: RenderPolicy(folders: [folder.url.path]))
      {}
    }
    #expect(policyError?.code == .refused)
    let error = await #expect(throws: ExportError.self) {
      for try await _ in VideoFrames(of: lost) {}
    }
    #expect(error.map { "\($0)".contains("lost") } == true)
  }

  @Test(arguments: [(63, 42), (64, 41)], [VideoCodec.h264, .hevc])
  func `an error names a size that a codec does not have, and one that it has`(
    size: (Int, Int), codec: VideoCodec
  ) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let error = #expect(throws: ExportError.self) {
      try MediaWriter(
        to: folder.file("odd.mp4"),
        video: .init(codec, size: PixelSize(width: size.0, height: size.1)))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("\(size.0)×\(size.1)") && message.contains("64×42"), "\(message)")
  }

  @Test func `a reader that stops early ends`() async throws {
    let edit = try await Self.film(2, frames: 200)
    for try await frame in VideoFrames(of: edit) where frame.time > .zero { break }
    let task = Task {
      var count = 0
      for try await _ in VideoFrames(of: edit) { count += 1 }
      return count
    }
    task.cancel()
    // It has failed, or has read everything before.
    let result = await task.result
    if case .success(let count) = result { #expect(count == 200) }
  }

  /// The code in the luma or the green of a frame.
  private func code(_ frame: VideoFrame) -> FrameCode? {
    let isDeep = frame.layout == .i420TenBits, isRGB = [.bgra, .rgba].contains(frame.layout)
    let luma = frame.withPlane(0) { bytes, distance in
      (0..<frame.height).flatMap { y in
        (0..<frame.width).map { x -> UInt8 in
          let row = y * distance
          if isRGB { return bytes[row + x * 4 + 1] }
          guard isDeep else { return bytes[row + x] }
          return UInt8((Int(bytes[row + x * 2]) | Int(bytes[row + x * 2 + 1]) << 8) / 4)
        }
      }
    }
    return FrameCode.read(
      luma: luma, width: frame.width, height: frame.height, stride: frame.width)
  }
}

extension RawSpan {
  /// The byte at a place.
  fileprivate subscript(place: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }
}
