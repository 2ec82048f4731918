import CutawayTime
import TestSupport
import Testing

@Suite struct AudioRoundTripTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var codec: TestMedia.AudioCodec
    var container: TestMedia.Container
    var withVideo = false
    var testDescription: String { "\(codec) in \(container)\(withVideo ? " with video" : "")" }

    func media(sound: TestSound, sampleRate: Int = 48000, channelCount: Int = 2) -> TestMedia {
      TestMedia(
        container, video: withVideo ? .init(frameCount: 60) : nil,
        audio: .init(
          codec: codec, sampleRate: sampleRate, channelCount: channelCount, sound: sound,
          duration: MediaTime(2), clip: 3))
    }
  }

  static let lossless: [Kind] = [
    Kind(codec: .pcm, container: .wav), Kind(codec: .pcm, container: .mkv, withVideo: true),
    Kind(codec: .pcm, container: .mov, withVideo: true), Kind(codec: .pcm, container: .avi),
    Kind(codec: .flac, container: .flac), Kind(codec: .flac, container: .mkv, withVideo: true),
    Kind(codec: .alac, container: .m4a), Kind(codec: .alac, container: .mov, withVideo: true),
  ]

  @Test(arguments: lossless)
  func `every sample of a lossless file identifies itself`(kind: Kind) async throws {
    let audio = try await RawAudio.read(kind.media(sound: .indexed).file())
    #expect(audio.sampleRate == 48000)
    #expect(audio.sampleRuns == [SampleRun(clip: 3, output: 0..<96000, source: 0)])
  }

  static let lossy: [Kind] = [
    Kind(codec: .aac, container: .m4a), Kind(codec: .aac, container: .mp4, withVideo: true),
    Kind(codec: .aac, container: .mov, withVideo: true),
    Kind(codec: .aac, container: .ts, withVideo: true),
    Kind(codec: .mp3, container: .mp3), Kind(codec: .mp3, container: .mkv),
    Kind(codec: .opus, container: .ogg), Kind(codec: .opus, container: .webm),
    Kind(codec: .vorbis, container: .ogg), Kind(codec: .vorbis, container: .mkv),
  ]

  /// The samples that GStreamer outputs before the first input sample.
  static func delay(_ codec: TestMedia.AudioCodec) -> Int {
    switch codec {
    case .aac: 1024
    case .mp3: 1105
    default: 0
    }
  }

  @Test(arguments: lossy)
  func `the ticks of a lossy file keep their times, except for the codec's delay`(
    kind: Kind
  ) async throws {
    let audio = try await RawAudio.read(kind.media(sound: .ticks).file())
    for (number, channel) in audio.channels.enumerated() {
      let readings = ToneCode.read(channel, sampleRate: 48000)
      #expect(readings.count >= 18)
      #expect(readings.allSatisfy { $0.code.clip == 3 && Int($0.code.channel) == number })
      let offsets = readings.map(\.offset)
      #expect(offsets.allSatisfy { abs($0 + Self.delay(kind.codec)) <= 2 }, "\(offsets)")
    }
  }

  @Test(arguments: [44100, 32000])
  func `other sample rates and mono read back`(sampleRate: Int) async throws {
    let kind = Kind(codec: .aac, container: .m4a)
    let audio = try await RawAudio.read(
      kind.media(sound: .ticks, sampleRate: sampleRate, channelCount: 1).file())
    #expect(audio.channels.count == 1)
    #expect(ToneCode.read(audio.channels[0], sampleRate: sampleRate).count >= 18)
  }

  @Test func `PCM ticks keep their exact times`() async throws {
    let kind = Kind(codec: .pcm, container: .wav)
    let audio = try await RawAudio.read(kind.media(sound: .ticks, channelCount: 1).file())
    let readings = ToneCode.read(audio.channels[0], sampleRate: 48000)
    #expect(readings.map(\.position) == (0..<20).map { $0 * 4800 })
  }

  @Test func `a file with video and audio contains both`() async throws {
    let file = try await TestMedia(video: .init(frameCount: 30), audio: .init()).file()
    #expect(try await RawVideo.read(file).count == 30)
    let audio = try await RawAudio.read(file)
    #expect(abs(audio.count - 48000) <= 2048)
  }
}
