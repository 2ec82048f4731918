import CutawayMedia
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Cuts in the sound of all kinds of files.
@Suite(.serialized) struct AudioFormatTests {
  private static let unit = MediaTime(1, over: 48_000)

  @Test(arguments: AudioFormats.all)
  func `every sample is at its specified time`(format: AudioFormat) async throws {
    try await expecting(format.name) {
      let location = try await format.media.file().path
      let segments = cuts(), lateness = try await format.lateness
      let composition = Composition(
        assets: [Asset(id: "a", location: location)],
        tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
      let sound = try await Rendering(composition).sound
      let ticks = ToneCode.read(sound.channels[0], sampleRate: 48_000)
      for (index, segment) in segments.enumerated() {
        let start = Int(segment.target.start.rounded(in: Self.unit))
        let end = Int(segment.target.end.rounded(in: Self.unit))
        let source = try #require(segment.mapping).source.start
        let offset = Int(source.rounded(in: Self.unit)) - start - lateness
        // Ticks that a cut does not touch.
        let whole = ticks.filter { $0.position >= start + 500 && $0.position + 5_300 <= end }
        #expect(whole.count >= 4, "segment \(index)")
        for tick in whole {
          #expect(abs(tick.offset - offset) <= format.tolerance, "segment \(index)")
        }
      }
    }
  }

  private static let inPoints =
    ProcessInfo.processInfo.environment["CUTAWAY_IN_POINTS"].flatMap { Int($0) } ?? 9

  @Test(arguments: AudioFormats.all)
  func `an in-point is sample-accurate compared with a render from the start`(
    format: AudioFormat
  ) async throws {
    try await expecting(format.name) {
      let location = try await format.media.file().path
      func ticks(_ segments: [Segment]) async throws -> [ToneReading] {
        let composition = Composition(
          assets: [Asset(id: "a", location: location)],
          tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
        let sound = try await Rendering(composition).sound
        return ToneCode.read(sound.channels[0], sampleRate: 48_000)
      }
      let whole = TimeRange(start: .zero, duration: MediaTime(39, over: 10))
      let linear = try await ticks([
        Segment(target: whole, media: .init(asset: "a", source: whole))
      ])
      var random = SeededGenerator(seed: format.name.utf8.reduce(5) { $0 &* 31 &+ UInt64($1) })
      let length = MediaTime(1, over: 2)
      // In whole samples, latest first, so that each needs a seek.
      let starts = (0..<Self.inPoints).map { _ in Int.random(in: 0...3 * 48_000, using: &random) }
        .sorted(by: >)
      let segments = starts.enumerated().map { index, start in
        Segment(
          target: TimeRange(start: length * index, duration: length),
          media: .init(
            asset: "a", source: TimeRange(start: Self.unit * start, duration: length)))
      }
      // The error of a file is constant, except for samples between those of 48 kHz.
      let allowed = min(format.tolerance, 1)
      var count = 0
      for tick in try await ticks(segments) {
        let index = tick.position / 24_000, place = tick.position - 24_000 * index
        // Ticks that no cut touches.
        guard starts.indices.contains(index), place >= 500, place + 5_300 <= 24_000 else {
          continue
        }
        let expected = starts[index] + place
        let distance = linear.map { abs($0.position - expected) }.min() ?? .max
        #expect(distance <= allowed, "in-point \(starts[index])")
        count += 1
      }
      #expect(count >= 2 * Self.inPoints)
    }
  }

  @Test(arguments: ["mp4", "mkv", "ts"])
  func `each audio track is selected by its index`(fileExtension: String) async throws {
    let media = FFmpegMedia(
      fileExtension,
      ["-map", "0:a", "-map", "0:a", "-filter:a:1", "volume=0.25", "-c:a", "aac", "-b:a", "160k"],
      audio: .init(duration: MediaTime(2)))
    let location = try await media.file().path
    let range = TimeRange(start: .zero, duration: MediaTime(1))
    let segments = [1, 0].enumerated().map { place, track in
      Segment(
        target: range.moved(by: MediaTime(Int64(place))),
        media: .init(asset: "a", trackIndex: track, source: range))
    }
    let composition = Composition(
      assets: [Asset(id: "a", location: location)],
      tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
    let sound = try await Rendering(composition).sound
    let ticks = ToneCode.read(sound.channels[0], sampleRate: 48_000)
    #expect(ticks.count >= 16)
    for tick in ticks where tick.position > 500 {
      #expect(abs(tick.gain - (tick.position < 47_000 ? 0.25 : 1)) < 0.1)
    }
  }

  @Test(arguments: ["flac", "wav", "mka"])
  func `each of eight channels keeps its position`(fileExtension: String) async throws {
    let length = MediaTime(1)
    let media = FFmpegMedia(
      fileExtension, fileExtension == "mka" ? ["-c:a", "flac"] : [],
      audio: .init(channelCount: 8, duration: length))
    let segment = Segment(
      target: TimeRange(start: .zero, duration: length),
      media: .init(asset: "a", source: TimeRange(start: .zero, duration: length)))
    let composition = Composition(
      render: RenderSettings(channels: 8),
      assets: [Asset(id: "a", location: try await media.file().path)],
      tracks: [try Track(id: "s", mediaType: .audio, segments: [segment])])
    let sound = try await Rendering(composition).sound
    let channels = sound.channels.map { ToneCode.read($0, sampleRate: 48_000).first?.code.channel }
    #expect(channels == (0..<8).map { $0 })
  }

  @Test func `many probes of an AIFF file at once find its sound`() async throws {
    let media = FFmpegMedia("aiff", ["-c:a", "pcm_s16be"], audio: .init(duration: MediaTime(1)))
    let file = try await media.file(), folder = try TemporaryDirectory()
    defer { folder.remove() }
    let found = try await withThrowingTaskGroup(of: Int.self) { probes in
      for worker in 0..<8 {
        probes.addTask {
          var found = 0
          for probe in 0..<50 {
            // A name of its own for each, because descriptions are kept.
            let copy = folder.file("\(worker)-\(probe).aiff").path
            try FileManager.default.createSymbolicLink(
              atPath: copy, withDestinationPath: file.path)
            found += try await MediaProbe.describe(copy).audioTracks.count
          }
          return found
        }
      }
      return try await probes.reduce(0, +)
    }
    #expect(found == 400)
  }

  /// The start, and five positions between samples, of 0.7 s each.
  private func cuts() -> [Segment] {
    let starts =
      [MediaTime.zero]
      + [1_007, 2_311, 517, 3_089, 1_789].map {
        MediaTime($0, over: 997)
      }
    let length = MediaTime(7, over: 10)
    return starts.enumerated().map { index, start in
      Segment(
        target: TimeRange(start: length * index, duration: length),
        media: .init(asset: "a", source: TimeRange(start: start, duration: length)))
    }
  }
}
