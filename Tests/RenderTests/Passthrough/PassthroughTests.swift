import Cutaway
import CutawayContainers
import CutawayDiagnostics
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// A copy has the packets of the source at the right times.
@Suite(.serialized) struct PassthroughTests {
  /// Three seconds, with a key frame per second.
  private static func film(
    _ fileExtension: String = "mp4", clip: UInt8 = 1, size: (Int, Int) = (320, 180)
  ) async throws -> URL {
    try await FFmpegMedia(
      fileExtension,
      ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "3"]
        + ["-x264-params", "keyint=30:scenecut=0:b-adapt=0:open-gop=0", "-c:a", "aac"],
      video: .init(width: size.0, height: size.1, frameCount: 90, clip: clip),
      audio: .init(clip: clip)
    ).file()
  }

  private static func webm() async throws -> URL {
    try await FFmpegMedia(
      "webm",
      ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "30"]
        + ["-c:a", "libopus"], video: .init(frameCount: 90), audio: .init()
    ).file()
  }

  private func withFile(
    _ fileExtension: String, _ body: (URL) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try await body(folder.file("copy.\(fileExtension)"))
  }

  @Test(arguments: [
    ("mp4", "mp4mux", "mp4"), ("mp4", "qtmux", "mov"), ("mp4", "matroskamux", "mkv"),
    ("mkv", "mp4mux", "mp4"), ("mkv", "matroskamux", "mkv"), ("mov", "mp4mux", "mp4"),
  ])
  func `a whole file is copied bit for bit`(from: String, muxer: String, to: String) async throws {
    let source = try await Self.film(from)
    try await withFile(to) { file in
      try await copy(try sequence([(source, seconds(0, 3))]), with: muxer, to: file)
      for stream in ["v", "a"] {
        let (before, after) = (
          try await Packets.read(source, stream), try await Packets.read(file, stream)
        )
        #expect(!before.hashes.isEmpty)
        #expect(after.hashes == before.hashes)
        // Some containers have no flag for inaudible packets.
        if stream == "v" {
          #expect(after.packets.map(\.isKey) == before.packets.map(\.isKey))
        }
      }
      #expect(try await RawVideo.read(file).frameNumbers() == Array(0..<90))
    }
  }

  @Test func `FFV1 and FLAC are copied into Matroska bit for bit`() async throws {
    let source = try await FFmpegMedia(
      "mkv", ["-c:v", "ffv1", "-level", "3", "-c:a", "flac"], video: .init(frameCount: 90),
      audio: .init()
    ).file()
    try await withFile("mkv") { file in
      try await copy(try sequence([(source, seconds(0, 3))]), with: "matroskamux", to: file)
      let before = try await Packets.read(source, "v")
      #expect(before.hashes.count == 90)
      #expect(try await Packets.read(file, "v").hashes == before.hashes)
    }
  }

  @Test func `WebM is copied into Matroska bit for bit`() async throws {
    let source = try await Self.webm()
    try await withFile("mkv") { file in
      try await copy(try sequence([(source, seconds(0, 3))]), with: "matroskamux", to: file)
      for stream in ["v", "a"] {
        let before = try await Packets.read(source, stream)
        #expect(before.hashes.count > 89)
        #expect(try await Packets.read(file, stream).hashes == before.hashes)
      }
    }
  }

  @Test func `VP9 is not copied into MP4`() async throws {
    let plan = try await passthroughPlan(
      of: try sequence([(try await Self.webm(), seconds(0, 3))], [.video]))
    #expect(plan.faults.isEmpty)
    let error = #expect(throws: TranslationError.self) {
      try plan.graph(to: "mp4mux", path: "x.mp4")
    }
    #expect(error?.description.contains("video/x-vp9") == true)
  }

  @Test func `a copy of a whole file has the times and samples of the source`() async throws {
    let source = try await Self.film()
    try await withFile("mp4") { file in
      try await copy(try sequence([(source, seconds(0, 3))]), with: "mp4mux", to: file)
      for stream in ["v", "a"] {
        let (before, after) = (
          try await Packets.read(source, stream).times, try await Packets.read(file, stream).times
        )
        #expect(after == before)
      }
      // The packets before the first audible one affect the first samples.
      let (before, after) = (try await RawAudio.read(source), try await RawAudio.read(file))
      #expect(after.channels[0].prefix(140_000) == before.channels[0].prefix(140_000))
    }
  }

  @Test func `two joined files keep their packets at the right times`() async throws {
    let (first, second) = (try await Self.film(clip: 1), try await Self.film(clip: 2))
    try await withFile("mp4") { file in
      try await copy(
        try sequence([(first, seconds(0, 3)), (second, seconds(0, 3))]), with: "mp4mux", to: file)
      let (a, b) = (try await Packets.read(first, "v"), try await Packets.read(second, "v"))
      let both = try await Packets.read(file, "v")
      #expect(both.hashes == a.hashes + b.hashes)
      for (time, expected) in zip(both.times, a.times + b.times.map { $0 + 3 }) {
        #expect(abs(time - expected) < 0.000_01)
      }
      let numbers = try await RawVideo.read(file).frameNumbers()
      #expect(numbers == Array(0..<90) + Array(0..<90))
      let sound = try await RawAudio.read(file)
      // The clicks of the second file are in sync with its video, to half a packet.
      let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
      #expect(ticks.contains { $0.offset < -100_000 })
      for tick in ticks {
        #expect(abs(tick.offset + (tick.offset < -100_000 ? 144_000 : 0)) <= 512)
      }
    }
  }

  @Test func `a range from key frame to key frame has exactly its frames`() async throws {
    let source = try await Self.film()
    try await withFile("mp4") { file in
      try await copy(try sequence([(source, seconds(1, 2))]), with: "mp4mux", to: file)
      let (before, after) = (
        try await Packets.read(source, "v"), try await Packets.read(file, "v")
      )
      #expect(after.hashes == Array(before.hashes[30..<60]))
      #expect(after.packets.first?.isKey == true)
      for (time, expected) in zip(after.times, before.times[30..<60]) {
        #expect(abs(time - (expected - 1)) < 0.000_01)
      }
      let sound = try await Packets.read(file, "a").hashes
      let whole = try await Packets.read(source, "a").hashes
      // 46.9 packets per second.
      #expect((46...48).contains(sound.count))
      let start = try #require(sound.first.flatMap { whole.firstIndex(of: $0) })
      #expect(Array(whole[start..<start + sound.count]) == sound)
    }
  }

  @Test func `a copy in Matroska keeps sound and video in sync`() async throws {
    let source = try await Self.film()
    try await withFile("mkv") { file in
      try await copy(try sequence([(source, seconds(0, 3))]), with: "matroskamux", to: file)
      let video = try await Packets.read(file, "v").times
      let audio = try await Packets.read(file, "a").times
      // The priming of 1024 samples fits before the first frame.
      #expect(audio.first == 0)
      #expect(abs((video.first ?? 0) - 1024.0 / 48_000) <= 0.001)
    }
  }

  @Test func `a copy states the orientation of rotated video`() async throws {
    let source = try await TestMedia(
      video: .init(frameCount: 60, orientation: .rotate90), audio: nil
    ).file()
    try await withFile("mp4") { file in
      try await copy(
        try sequence([(source, seconds(0, 2))], [.video]), with: "mp4mux", to: file)
      let description = try await MediaProbe.describe(file.path)
      #expect(description.videoTracks.first?.orientation == .rotate90)
    }
  }

  @Test(arguments: [PictureOrientation.rotate90, .identity], ["moov", "mvhd"])
  func `a copy whose header cannot be completed is an error`(
    orientation: PictureOrientation, box: String
  ) async throws {
    let source = try await TestMedia(
      video: .init(frameCount: 60, orientation: orientation), audio: .init()
    ).file()
    try await withFile("mp4") { file in
      let plan = try await passthroughPlan(of: try sequence([(source, seconds(0, 2))]))
      var bytes = try Data(contentsOf: source)
      let place = try #require(bytes.range(of: Data(box.utf8)))
      bytes.replaceSubrange(place, with: Data("lost".utf8))
      try bytes.write(to: file)
      let error = #expect(throws: ContainerError.self) { try plan.complete(file.path) }
      #expect(error?.description.contains("header") == true)
    }
  }
}
