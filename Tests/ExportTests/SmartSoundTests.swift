import Cutaway
import Foundation
import TestSupport
import Testing

/// The sound of films of which spans are copied.
@Suite(.serialized) struct SmartSoundTests {
  private static func source() async throws -> URL {
    try await SmartTests.source(
      ["-c:a", "aac", "-c:v", "libx264", "-x264-params", "keyint=24"], ending: "mov", sound: true)
  }

  @Test(arguments: [ExportFileType.mp4, .mov, .mkv])
  func `sound that is one copy is copied, to the sample`(type: ExportFileType) async throws {
    let source = try await Self.source()
    let edit = try SmartEdit([source], [(0, 0..<100)], sound: true)
    defer { edit.folder.remove() }
    let film = try await edit.export(type)
    try await edit.check(film)
    // Matroska cannot state that the samples before the start are not heard.
    #expect(film.summary.copiesSound == (type != .mkv))
    let (before, after) = (
      try await Packets.read("a", source), try await Packets.read("a", film.file)
    )
    let count = 160_000 / 1024
    #expect(after.count > count)
    #expect((after.prefix(count) == before.prefix(count)) == (type != .mkv))
    guard type != .mkv else { return }
    let (whole, part) = (try await RawAudio.read(source), try await RawAudio.read(film.file))
    // GStreamer's decoder of AAC keeps back the last packet, and pads it.
    let isEqual = part.channels[0].prefix(158_000) == whole.channels[0].prefix(158_000)
    #expect(isEqual && part.startTime == .zero)
    // The edit list of the file states the end, which our own reader observes.
    func samples(_ file: URL) async throws -> [Float] {
      let wave = edit.folder.file("\(file.lastPathComponent).wav")
      let range = TimeRange(start: .zero, duration: MediaTime(10, over: 3))
      let composition = Composition(
        assets: [Asset(id: "a", location: file.path)],
        tracks: [
          try Track(
            id: "a", mediaType: .audio,
            segments: [Segment(target: range, media: .init(asset: "a", source: range))])
        ])
      try await ExportSession(composition).export(to: wave.path, as: .wav)
      return try await RawAudio.read(wave).channels[0]
    }
    let isExact = try await samples(film.file) == samples(source)
    #expect(isExact)
    let length = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "a", "-show_entries", "stream=duration"]
        + ["-of", "csv=p=0", film.file.path]
    ).check().outputText
    #expect(length.hasPrefix("3.333333"))
  }

  @Test func `sound is encoded if anything concerns it`() async throws {
    let source = try await Self.source()
    func copies(
      _ cuts: [(source: Int, frames: Range<Int>)] = [(0, 0..<100)],
      _ change: (inout SmartEdit) throws -> Void = { _ in }
    ) async throws -> Bool {
      var edit = try SmartEdit([source], cuts, sound: true)
      defer { edit.folder.remove() }
      try change(&edit)
      return try await edit.export().summary.copiesSound
    }
    #expect(try await copies())
    #expect(try await !copies([(0, 24..<100)]))
    #expect(try await !copies([(0, 0..<48), (0, 72..<120)]))
    #expect(try await !copies { $0.settings.encoding.audioBitrate = 96_000 })
    #expect(try await !copies { $0.settings.sampleRate = 44_100 })
    #expect(try await !copies { $0.composition.tracks[1].preferredVolume = 0.5 })
  }
}
