import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Random cut lists, frame by frame and sample by sample.
@Suite(.serialized) struct CutListTests {
  private static let sources: [TestMedia.Video] = [
    .film24, .pal25, .ntsc2997, .fps30, .fps60,
  ].enumerated().map { index, rate in
    // Six seconds; groups of pictures of different lengths.
    TestMedia.Video(
      frameRate: rate, frameCount: Int(MediaTime(6).floored(in: rate.frameDuration)),
      keyFrameInterval: [48, 30, 60, 250, 60][index], clip: UInt8(index + 1))
  }

  /// The frame that semantics names at a time of a source.
  private func expectedFrame(_ source: TestMedia.Video, at time: MediaTime) -> Int {
    min(max(0, Int(time.floored(in: source.frameRate.frameDuration))), source.frameCount - 1)
  }

  @Test(arguments: 0..<24)
  func `every frame of a random cut list is the specified one`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed &* 7919 &+ 3)
    let rate = [FrameRate.fps30, .pal25, .ntsc2997, .fps60][Int(seed % 4)]
    var segments: [Segment] = [], end = MediaTime.zero
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let length = MediaTime(Int64.random(in: 40...1_800, using: &random), over: 1_000)
      let target = TimeRange(start: end, duration: length)
      if Int.random(in: 0..<8, using: &random) == 0 {
        segments.append(Segment(target: target))
      } else {
        segments.append(segment(target, using: &random))
      }
      end = target.end
    }
    let last = TimeRange(start: end, duration: MediaTime(1, over: 3))
    segments.append(segment(last, using: &random))
    let composition = try await composition(segments, rate: rate)
    let frames = try await Rendering(composition).frames
    #expect(frames.count == Int(composition.duration.ceiled(in: rate.frameDuration)))
    for (index, frame) in frames.enumerated() {
      let time = rate.frameDuration * index
      guard let segment = segments.first(where: { $0.target.contains(time) }) else { continue }
      if let mapping = segment.mapping, let media = segment.media,
        let clip = Int(media.asset.rawValue)
      {
        let source = Self.sources[clip]
        let expected = FrameCode(
          clip: source.clip,
          frame: UInt16(expectedFrame(source, at: mapping.sourceTime(at: time))))
        #expect(frame.code() == expected, "frame \(index) of seed \(seed)")
      } else {
        #expect(frame.isBlack, "frame \(index) of seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    TestMedia(.mkv, video: .init(frameRate: .ntsc2997, frameCount: 150, clip: 7)),
    TestMedia(.webm, video: .init(codec: .vp8, frameCount: 150, clip: 8)),
    TestMedia(.webm, video: .init(codec: .vp9, frameRate: .pal25, frameCount: 150, clip: 9)),
    TestMedia(.mp4, video: .init(codec: .hevc, frameCount: 150, clip: 10)),
    TestMedia(.mkv, video: .init(codec: .ffv1, frameRate: .film23976, frameCount: 150, clip: 11)),
    TestMedia(.mov, video: .init(codec: .h264Intra, frameRate: .fps60, frameCount: 300, clip: 12)),
  ])
  func `cuts in other codecs and containers are exact, too`(media: TestMedia) async throws {
    let video = try #require(media.video)
    var random = SeededGenerator(seed: UInt64(video.clip))
    let length = MediaTime(1, over: 2)
    let segments = (0..<12).map { index in
      let start = MediaTime(Int64.random(in: 0...4_400, using: &random), over: 1_000)
      return Segment(
        target: TimeRange(start: length * index, duration: length),
        media: .init(asset: "a", source: TimeRange(start: start, duration: length)))
    }
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: [Asset(id: "a", location: try await media.file().path)],
      tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
    let frames = try await Rendering(composition).frames
    #expect(frames.count == 180)
    for (index, frame) in frames.enumerated() {
      let time = MediaTime(Int64(index), over: 30)
      guard let mapping = segments.first(where: { $0.target.contains(time) })?.mapping else {
        continue
      }
      let expected = expectedFrame(video, at: mapping.sourceTime(at: time))
      #expect(frame.code() == FrameCode(clip: video.clip, frame: UInt16(expected)), "\(index)")
    }
  }

  /// A segment at natural speed, or at another.
  private func segment(
    _ target: TimeRange, using random: inout SeededGenerator
  ) -> Segment {
    let speed =
      Int.random(in: 0..<4, using: &random) == 0
      ? MediaTime(Int64.random(in: 30...250, using: &random), over: 100) : MediaTime(1)
    let clip = Int.random(in: 0..<Self.sources.count, using: &random)
    let length = target.duration * speed
    let room = max(0, (Self.sources[clip].duration - length).floored(in: MediaTime(1, over: 1_000)))
    let start = MediaTime(Int64.random(in: 0...room, using: &random), over: 1_000)
    return Segment(
      target: target,
      media: .init(asset: "\(clip)", source: TimeRange(start: start, duration: length)))
  }

  private func composition(_ segments: [Segment], rate: FrameRate) async throws -> Composition {
    var assets: [Asset] = []
    for (index, source) in Self.sources.enumerated() {
      assets.append(
        Asset(id: "\(index)", location: try await TestMedia(video: source).file().path))
    }
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: rate.frameDuration),
      assets: assets, tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
  }

  @Test(arguments: 0..<6)
  func `every sample of a random cut list is the specified one`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed &* 104_729 &+ 1)
    let kinds: [(TestMedia.Container, TestMedia.AudioCodec)] = [
      (.wav, .pcm), (.mov, .pcm), (.flac, .flac), (.mkv, .flac),
    ]
    let files = try await kinds.enumerated().asyncMap { index, kind in
      try await TestMedia(
        kind.0, video: nil,
        audio: .init(
          codec: kind.1, sound: .indexed, duration: MediaTime(8), clip: UInt8(index + 1))
      ).file().path
    }
    var segments: [Segment] = [], end = MediaTime.zero
    for _ in 0..<40 {
      // Durations between whole numbers of samples.
      let length = MediaTime(Int64.random(in: 7...900, using: &random), over: 997)
      let target = TimeRange(start: end, duration: length)
      let isEmpty = Int.random(in: 0..<6, using: &random) == 0
      let start = MediaTime(Int64.random(in: 0...6_000, using: &random), over: 1_001)
      segments.append(
        Segment(
          target: target,
          media: isEmpty
            ? nil
            : .init(
              asset: "\(Int.random(in: 0..<files.count, using: &random))",
              source: TimeRange(start: start, duration: length))))
      end = target.end
    }
    segments.append(
      Segment(
        target: TimeRange(start: end, duration: MediaTime(1, over: 7)),
        media: .init(
          asset: "0", source: TimeRange(start: MediaTime(1), duration: MediaTime(1, over: 7)))))
    let composition = Composition(
      assets: files.enumerated().map { Asset(id: "\($0.offset)", location: $0.element) },
      tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
    let sound = try await Rendering(composition).sound
    let unit = MediaTime(1, over: 48_000)
    #expect(sound.count == Int(composition.duration.rounded(in: unit)))
    for segment in segments {
      let first = Int(segment.target.start.rounded(in: unit))
      let end = Int(segment.target.end.rounded(in: unit))
      for position in first..<end {
        let (left, right) = (sound.channels[0][position], sound.channels[1][position])
        if let media = segment.media, let clip = Int(media.asset.rawValue) {
          let index = Int(media.source.start.rounded(in: unit)) + position - first
          let expected = IndexedSamples.sample(clip: clip + 1, index: index)
          if left * 32_768 != Float(expected.left) || right * 32_768 != Float(expected.right) {
            Issue.record("sample \(position) of seed \(seed) is not sample \(index) of \(clip)")
            return
          }
        } else {
          #expect(left == 0 && right == 0)
        }
      }
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
