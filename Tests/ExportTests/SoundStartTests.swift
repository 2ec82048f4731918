import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The first and last samples of encoded sound.
@Suite(.serialized) struct SoundStartTests {
  /// A tone that starts at the first sample.
  private static let hertz = 1_000.0

  private func export(
    as type: ExportFileType, in folder: TemporaryDirectory, _ kinds: [Track.MediaType] = [.audio]
  ) async throws -> URL {
    // 2.01 s: neither a whole number of packets nor of frames.
    let media = TestMedia(
      .mov, video: .init(width: 160, height: 96, frameCount: 75),
      audio: .init(codec: .pcm, sound: .sine(hertz: Self.hertz)))
    let edit = try await Edit.composition(
      of: media, TimeRange(start: .zero, duration: MediaTime(201, over: 100)), kinds)
    let file = folder.file("film.\(type.pathExtensions[0])")
    try await ExportSession(edit).export(to: file.path, as: type)
    return file
  }

  /// The sound of a file as Cutaway decodes it: 16-bit samples of the left channel.
  private func samplesReadByCutaway(
    of file: URL, in folder: TemporaryDirectory
  ) async throws -> [Float] {
    let range = TimeRange(start: .zero, duration: MediaTime(201, over: 100))
    let track = try Track(
      id: "a", mediaType: .audio,
      segments: [Segment(target: range, media: .init(asset: "a", source: range))])
    let edit = Composition(assets: [Asset(id: "a", location: file.path)], tracks: [track])
    let copy = folder.file("again.wav")
    try await ExportSession(edit).export(to: copy.path, as: .wav)
    return try await RawAudio.read(copy).channels[0]
  }

  private func samplesReadByFFmpeg(of file: URL) async throws -> [Float] {
    let bytes = try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", file.path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"]
    ).check().output
    return stride(from: 0, to: bytes.count - 1, by: 2).map { at in
      Float(Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)) / 32_768
    }
  }

  /// The power of the difference from the tone, relative to the tone: 1 is silence.
  private func error(_ samples: [Float], in range: Range<Int>) -> Double {
    var difference = 0.0, power = 0.0
    for index in range {
      let tone = 0.5 * sin(2 * Double.pi * Self.hertz * Double(index) / 48_000)
      difference += pow(Double(samples[index]) - tone, 2)
      power += tone * tone
    }
    return difference / power
  }

  private func check(_ samples: [Float], isWhole: Bool = true) {
    let count = 96_480
    #expect(samples.count >= count && samples.count < count + (isWhole ? 2 : 1_024))
    guard samples.count >= count else { return }
    #expect(error(samples, in: 0..<240) < 0.05)
    #expect(error(samples, in: 0..<1_024) < 0.05)
    #expect(error(samples, in: 48_000..<49_024) < 0.01)
    #expect(error(samples, in: count - 480..<count) < 0.05)
  }

  @Test(arguments: [ExportFileType.m4a, .mp4, .mov])
  func `playback starts with the first sample, without a fade`(
    type: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await export(as: type, in: folder, type == .m4a ? [.audio] : [.video, .audio])
    check(try await samplesReadByCutaway(of: file, in: folder))
    // ffmpeg outputs the whole last packet.
    check(try await samplesReadByFFmpeg(of: file), isWhole: false)
  }

  @Test func `sound in fragments starts with its first sample`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await export(as: .fmp4, in: folder, [.video, .audio])
    check(try await samplesReadByCutaway(of: file, in: folder))
    // In ffmpeg's time stamps, the priming is before 0.
    let first = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts", "-of", "csv=p=0"]
        + ["-read_intervals", "%+#1", file.path]
    ).check().outputText
    #expect(first.hasPrefix("-1024"))
  }

  @Test func `an MP3 file of low bit rate keeps its sample rate`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.audioBitrate = 64_000
    let file = folder.file("film.mp3")
    try await ExportSession(try await Edit.twoSeconds([.audio]), settings: settings)
      .export(to: file.path, as: .mp3)
    let rate = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=sample_rate", "-of", "csv=p=0", file.path]
    ).check().outputText
    #expect(rate == "48000\n")
    #expect(try await samplesReadByFFmpeg(of: file).count == 96_000)
  }

  @Test func `an MP3 file states where its sound starts and ends`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await export(as: .mp3, in: folder)
    check(try await samplesReadByFFmpeg(of: file))
  }

  @Test func `a limited file has an edit list that ends with it`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let media = TestMedia(.wav, video: nil, audio: .init(codec: .pcm, sound: .ticks))
    let edit = try await Edit.composition(
      of: media, TimeRange(start: .zero, duration: MediaTime(1)), [.audio], times: 30)
    var settings = ExportSession.Settings()
    settings.fileLengthLimit = 100_000
    let file = folder.file("film.m4a")
    try await ExportSession(edit, settings: settings).export(to: file.path, as: .m4a)
    let length = try await ChildProcess(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file.path]
    ).check().outputText
    let seconds = try #require(Double(length.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(seconds > 0.5 && seconds < 20)
    let samples = try await samplesReadByFFmpeg(of: file)
    #expect(abs(Double(samples.count) / 48_000 - seconds) < 0.05)
  }
}
