import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Surround sound in compositions with fewer channels.
@Suite(.serialized) struct SurroundTests {
  /// The loudest sample of each output channel, for a tone of a quarter of full scale in one channel of a source.
  private func levels(
    _ layout: String, _ channel: String, in channels: Int,
    as coding: (fileExtension: String, arguments: [String]) = ("wav", ["-c:a", "pcm_f32le"])
  ) async throws -> [Float] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("sound." + coding.fileExtension)
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.25*sin(880*PI*t):s=48000:d=0.5", "-af",
        "pan=\(layout)|\(channel)=c0",
      ] + coding.arguments + [file.path]
    ).check()
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 2))
    let composition = Composition(
      render: RenderSettings(channels: channels), assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    let sound = try await Rendering(composition).sound
    return sound.channels.map { $0.reduce(0) { max($0, abs($1)) } }
  }

  // ITU-R BS.775-4, annex 4: the centre and the sides at 1/√2, no channel of low frequencies.
  @Test(arguments: [
    ("5.1", "FL", [Float(1), 0]), ("5.1", "FR", [0, 1]), ("5.1", "FC", [0.7071, 0.7071]),
    ("5.1", "LFE", [0, 0]), ("5.1", "BL", [0.7071, 0]), ("5.1", "BR", [0, 0.7071]),
    ("7.1", "SL", [0.7071, 0]), ("7.1", "BR", [0, 0.7071]), ("6.1", "BC", [0.5, 0.5]),
  ])
  func `surround sound in stereo follows BS 775`(
    layout: String, channel: String, factors: [Float]
  ) async throws {
    let levels = try await levels(layout, channel, in: 2)
    try #require(levels.count == 2)
    for (level, factor) in zip(levels, factors) {
      #expect(abs(level - factor / 4) < 0.001, "\(levels)")
    }
  }

  // Decoders of AC-3 mix by themselves if they are asked for stereo; ffmpeg's AAC with channels at the sides does not
  // state where they are.
  @Test(arguments: ["ac3", "eac3", "dca", "aac", "libopus", "flac"], [1, 2])
  func `coded surround sound has the same levels`(codec: String, channels: Int) async throws {
    // ffmpeg 7 would write FLAC of 32 bits, which flacdec does not decode.
    let coding = (
      fileExtension: "mkv",
      arguments: ["-strict", "-2", "-c:a", codec, "-b:a", codec == "dca" ? "768k" : "448k"]
        + (codec == "flac" ? ["-sample_fmt", "s16"] : [])
    )
    for (channel, factors) in [("FC", [Float(0.7071), 0.7071]), ("FL", [1, 0])] {
      let levels = try await levels(
        codec == "libopus" ? "5.1" : "5.1(side)", channel, in: channels, as: coding)
      let expected = channels == 2 ? factors : [(factors[0] + factors[1]) / 2]
      try #require(levels.count == channels)
      for (level, factor) in zip(levels, expected) {
        #expect(abs(level - factor / 4) < 0.01, "\(channel): \(levels)")
      }
    }
  }

  @Test(arguments: [("5.1", "FL", Float(0.5)), ("5.1", "FC", 0.7071), ("5.1", "LFE", 0)])
  func `surround sound in mono is the mean of its stereo`(
    layout: String, channel: String, factor: Float
  ) async throws {
    let levels = try await levels(layout, channel, in: 1)
    try #require(levels.count == 1)
    #expect(abs(levels[0] - factor / 4) < 0.001, "\(levels)")
  }

  @Test func `channels that the output has are not mixed`() async throws {
    let levels = try await levels("5.1", "LFE", in: 6)
    #expect(levels.filter { $0 > 0.2 }.count == 1, "\(levels)")
  }
}
