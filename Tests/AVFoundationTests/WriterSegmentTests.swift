import AVFoundation
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Segments that writers make instead of a file.
@Suite(.serialized) struct WriterSegmentTests {
  @Test(arguments: [10, 0])
  func `segments are as long as requested, and each is a film`(start: Int) async throws {
    let film = try await Clips.film(3)
    let origin = CMTime(value: CMTimeValue(start), timescale: 1)
    let made = try await SegmentRun(film, start: origin) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    #expect(made.status == .completed)
    let parts = made.collector.segments
    #expect(parts.count == 4)
    for (index, part) in parts.enumerated() {
      let video = try #require(part.report.trackReports.first { $0.mediaType == .video })
      #expect(video.earliestPresentationTimeStamp == origin + f(15 * index))
      #expect(video.duration == f(15))
      let first = try #require(video.firstVideoSampleInformation)
      #expect(first.isSyncSample && first.presentationTimeStamp == origin + f(15 * index))
      // NAL units with their lengths fill the range of the frame (ISO/IEC 14496-15).
      let end = first.offset + first.length
      var place = first.offset
      while place < end {
        place += 4 + part.data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      #expect(place == end)
      let sound = try #require(part.report.trackReports.first { $0.mediaType == .audio })
      #expect(sound.firstVideoSampleInformation == nil)
      // Packets of 1,024 samples, the first one before the start.
      let distance = sound.earliestPresentationTimeStamp - video.earliestPresentationTimeStamp
      #expect(abs(distance.seconds) <= 1_024 / 48_000 + 1e-9)
      let frames = try await made.frames(of: [index])
      #expect(frames == (15 * index..<15 * index + 15).map { Shown(3, $0) })
    }
    #expect(try await made.frames(of: Array(parts.indices)) == (0..<60).map { Shown(3, $0) })
  }

  @Test func `segments shorter than the delay of an encoder end in time`() async throws {
    let made = try await SegmentRun(try await Clips.silent(2), start: .zero) {
      $0.preferredOutputSegmentInterval = f(4)
    }
    let starts = made.collector.segments.compactMap {
      $0.report.trackReports.first?.earliestPresentationTimeStamp
    }
    #expect(starts == (0..<15).map { f(4 * $0) })
  }

  @Test func `the sound of segments has its place`() async throws {
    let film = try await Clips.film(3)
    let made = try await SegmentRun(film, start: .zero) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    let before = try #require(try await RawAudio.read(film.url).channels.first)
    let after = try #require(try await RawAudio.read(made.file(of: [0, 1, 2, 3])).channels.first)
    let peaks = before.indices.filter { abs(before[$0]) > 0.5 && $0 < after.count }
    #expect(!peaks.isEmpty)
    #expect(
      peaks.allSatisfy { place in
        after[max(0, place - 24)..<min(after.count, place + 24)].contains { abs($0) > 0.2 }
      })
  }

  @Test func `copied packets are cut at key frames`() async throws {
    let film = AVURLAsset(
      url: try await TestMedia(
        video: .init(frameCount: 60, keyFrameInterval: 20, clip: 4), audio: .init(clip: 4)
      ).file())
    let made = try await SegmentRun(film, start: .zero, copies: true) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    #expect(made.status == .completed)
    // The first key frames after 15, 30 and 45 frames.
    let starts = try made.collector.segments.map { segment in
      try #require(segment.report.trackReports.first { $0.mediaType == .video })
        .earliestPresentationTimeStamp
    }
    #expect(starts == [.zero, f(20), f(40)])
    #expect(try await made.frames(of: [1]) == (20..<40).map { Shown(4, $0) })
    #expect(try await made.frames(of: [0, 1, 2]) == (0..<60).map { Shown(4, $0) })
  }

  @Test func `a program ends segments`() async throws {
    let film = try await Clips.silent(5)
    let made = try await SegmentRun(film, start: .zero, flushing: [13, 41]) {
      $0.preferredOutputSegmentInterval = .indefinite
    }
    #expect(made.status == .completed)
    #expect(made.collector.segments.count == 3)
    #expect(try await made.frames(of: [0]) == (0..<13).map { Shown(5, $0) })
    #expect(try await made.frames(of: [1]) == (13..<41).map { Shown(5, $0) })
    #expect(try await made.frames(of: [2]) == (41..<60).map { Shown(5, $0) })
  }

  @Test func `a program ends segments of copied packets at key frames`() async throws {
    let film = AVURLAsset(
      url: try await TestMedia(video: .init(frameCount: 60, keyFrameInterval: 20, clip: 4)).file())
    let made = try await SegmentRun(film, start: .zero, copies: true, flushing: [20, 30]) {
      $0.preferredOutputSegmentInterval = .indefinite
    }
    #expect(try await made.frames(of: [0]) == (0..<20).map { Shown(4, $0) })
    #expect(try await made.frames(of: [1]) == (20..<40).map { Shown(4, $0) })
    #expect(try await made.frames(of: [2]) == (40..<60).map { Shown(4, $0) })
  }

  @Test
  func `the last frame lasts as long as its sample, and an input without samples is left out`()
    async throws
  {
    let film = try await Clips.silent(5, rate: .pal25)
    let made = try await SegmentRun(film, start: .zero, addsEmptySound: true) {
      $0.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    }
    #expect(made.status == .completed)
    let lengths = made.collector.segments.compactMap {
      $0.report.trackReports.first?.duration.seconds
    }
    #expect(lengths == [1, 1, 0.4])
    #expect(made.collector.segments.allSatisfy { $0.report.trackReports.count == 1 })
    let file = try made.file(of: [0, 1, 2])
    #expect(try await RawVideo.read(file).count == 60)
    #expect(try await AVURLAsset(url: file).loadTracks(withMediaType: .audio).isEmpty)
  }

  @Test func `segments of sound alone end at the interval`() async throws {
    let film = try await Clips.sound(6)
    let made = try await SegmentRun(film, start: .zero) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    #expect(made.status == .completed)
    let starts = made.collector.segments.compactMap {
      $0.report.trackReports.first?.earliestPresentationTimeStamp.seconds
    }
    // The first packet is before the start; others start within a packet after the end of an interval.
    #expect(starts.count == 4)
    #expect(
      starts.enumerated().dropFirst().allSatisfy { index, time in
        (0..<1_024 / 48_000).contains(time - 0.5 * Double(index))
      })
  }

  /// Which track ends after half of the film.
  @Test(arguments: [AVMediaType.video, .audio])
  func `segments end at the interval after the end of a track`(ended: AVMediaType) async throws {
    let film = try await Clips.film(3)
    let made = try await SegmentRun(film, start: .zero, ending: [ended: f(33)]) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    #expect(made.status == .completed)
    let starts = made.collector.segments.map { segment in
      segment.report.trackReports.map(\.earliestPresentationTimeStamp.seconds).max() ?? 0
    }
    #expect(starts.count == 4)
    // A packet of sound starts at most its length before or after.
    #expect(
      starts.enumerated().allSatisfy { abs($1 - 0.5 * Double($0)) <= 1_024 / 48_000 + 1e-9 })
    let kinds = made.collector.segments.map { $0.report.trackReports.map(\.mediaType) }
    #expect(kinds.dropLast().allSatisfy { $0.count == 2 } && kinds.last?.contains(ended) == false)
    let picture = ended == .video ? 33 : 60
    #expect(try await made.frames(of: [0, 1, 2, 3]) == (0..<picture).map { Shown(3, $0) })
  }

  @Test func `a session before the first frame gives no warnings of GStreamer`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let film = try await Clips.silent(5, frames: 30)
      let made = try await SegmentRun(film, start: f(30), session: .zero) {
        $0.preferredOutputSegmentInterval = f(15)
      }
      #expect(made.status == .completed)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("GStreamer-"), "\(text)")
  }

  @Test func `a writer without a delegate or an interval does not start`() throws {
    let type = try #require(UTType(AVFileType.mp4.rawValue))
    let input = { AVAssetWriterInput(mediaType: .audio, outputSettings: [AVSampleRateKey: 48_000]) }
    let alone = AVAssetWriter(contentType: type)
    alone.preferredOutputSegmentInterval = f(30)
    alone.add(input())
    #expect(!alone.startWriting() && alone.error != nil)
    let collector = SegmentCollector()
    let endless = AVAssetWriter(contentType: type)
    endless.delegate = collector
    endless.add(input())
    #expect(!endless.startWriting() && endless.error != nil)
    let movie = AVAssetWriter(contentType: try #require(UTType(AVFileType.mov.rawValue)))
    movie.delegate = collector
    movie.preferredOutputSegmentInterval = f(30)
    movie.add(input())
    #expect(!movie.startWriting() && movie.error != nil)
  }
}
