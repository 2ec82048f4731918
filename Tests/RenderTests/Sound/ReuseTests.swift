import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// A seek in an open file gives the same samples as opening the file there.
@Suite(.serialized) struct ReuseTests {
  private static let sources: [(name: String, media: FFmpegMedia)] = [
    ("44.1 kHz FLAC", media("flac", ["-ar", "44100", "-c:a", "flac"])),
    ("44.1 kHz PCM", media("wav", ["-ar", "44100"])),
    ("22.05 kHz AAC", media("m4a", ["-ar", "22050", "-c:a", "aac", "-b:a", "64k"])),
    // Its decoder generates noise that the encoder does not store.
    ("48 kHz AAC", media("m4a", ["-c:a", "aac", "-b:a", "96k"])),
    ("32 kHz MP3", media("mp3", ["-ar", "32000", "-c:a", "libmp3lame", "-b:a", "96k"])),
    ("44.1 kHz Vorbis", media("ogg", ["-ar", "44100", "-c:a", "libvorbis"])),
  ]

  private static func media(_ fileExtension: String, _ options: [String]) -> FFmpegMedia {
    FFmpegMedia(
      fileExtension, ["-filter:a", "aeval='val(ch)*0.5+0.3*(random(0)-0.5)':c=same"] + options,
      audio: .init(duration: MediaTime(6)))
  }

  /// Segments of a source in random order, each from its own file or all from one.
  private func sound(_ path: String, seed: UInt64, isReused: Bool) async throws -> [[Float]] {
    var random = SeededGenerator(seed: seed), place = MediaTime.zero
    var assets: [Asset] = [], segments: [Segment] = []
    let url = URL(fileURLWithPath: path)
    for piece in 0..<8 {
      let start = MediaTime(Int64.random(in: 0..<4800, using: &random), over: 1000)
      let length = MediaTime(Int64.random(in: 100..<900, using: &random), over: 1000)
      let detour = String(repeating: "/.", count: isReused ? 0 : piece)
      assets.append(
        Asset(
          id: "\(piece)",
          location: url.deletingLastPathComponent().path + detour + "/" + url.lastPathComponent))
      segments.append(
        Segment(
          target: TimeRange(start: place, duration: length),
          media: .init(
            asset: "\(piece)", source: TimeRange(start: start, duration: length))))
      place = place + length
    }
    let composition = Composition(
      assets: assets, tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
    return try await Rendering(composition).sound.channels
  }

  @Test(arguments: sources.indices)
  func `segments of one file equal those of separate files`(index: Int) async throws {
    let source = Self.sources[index], path = try await source.media.file().path
    for seed in UInt64(0)..<3 {
      let once = try await sound(path, seed: seed, isReused: true)
      let again = try await sound(path, seed: seed, isReused: true)
      let fresh = try await sound(path, seed: seed, isReused: false)
      #expect(once == again, "\(source.name), \(seed)")
      #expect(once == fresh, "\(source.name), \(seed)")
      #expect(once[0].contains { abs($0) > 0.01 })
    }
  }
}
