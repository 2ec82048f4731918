import AVFoundation
import CutawayTime
import Foundation
import Synchronization
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

/// What a writer of segments made of a film.
private final class SegmentRun {
  let collector = SegmentCollector()
  let status: AVAssetWriter.Status
  private let folder: TemporaryDirectory

  deinit { folder.remove() }

  /// Encodes or copies the tracks of a film, whose times move by a start.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - start: The start of the session.
  ///   - copies: Whether packets are copied.
  ///   - flushes: The numbers of samples before which a segment ends.
  ///   - addsEmptySound: Whether there is an input of sound that gets no samples.
  ///   - set: Sets properties of the writer.
  /// - Throws: The error of the reader or of the folder.
  init(
    _ film: AVURLAsset, start: CMTime, copies: Bool = false, flushing flushes: Set<Int> = [],
    addsEmptySound: Bool = false,
    set: (AVAssetWriter) -> Void
  ) async throws {
    folder = try TemporaryDirectory()
    let reader = try AVAssetReader(asset: film)
    let writer = AVAssetWriter(contentType: try #require(UTType(AVFileType.mp4.rawValue)))
    writer.delegate = collector
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    set(writer)
    var pairs: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for track in try await film.load(.tracks) {
      let isVideo = track.mediaType == .video
      let output = AVAssetReaderTrackOutput(
        track: track,
        outputSettings: copies
          ? nil
          : isVideo
            ? [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
            : [AVFormatIDKey: kAudioFormatLinearPCM])
      let input = AVAssetWriterInput(
        mediaType: track.mediaType,
        outputSettings: copies
          ? nil
          : isVideo
            ? [
              AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
            ]
            : [
              AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000,
              AVNumberOfChannelsKey: 1,
            ])
      reader.add(output)
      writer.add(input)
      pairs.append((output, input))
    }
    if addsEmptySound {
      writer.add(
        AVAssetWriterInput(
          mediaType: .audio,
          outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000]))
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: start)
    await withTaskGroup(of: Void.self) { group in
      for (output, input) in pairs {
        group.addTask {
          var number = 0
          while let sample = output.copyNextSampleBuffer() {
            if flushes.contains(number) { writer.flushSegment() }
            number += 1
            guard let moved = try? sample.moved(by: start), input.append(moved) else { break }
          }
          input.markAsFinished()
        }
      }
    }
    await writer.finishWriting()
    status = writer.status
  }

  /// A file of the header and some segments.
  func file(of numbers: [Int]) throws -> URL {
    let url = folder.file("segments-\(numbers.map(String.init).joined(separator: "-")).mp4")
    let segments = collector.segments
    try numbers.reduce(try #require(collector.header)) {
      $0 + (try #require(segments.indices.contains($1) ? segments[$1].data : nil))
    }.write(to: url)
    return url
  }

  func frames(of numbers: [Int]) async throws -> [Shown?] {
    try await RawVideo.read(file(of: numbers)).map { Shown($0.code()) }
  }
}

private final class SegmentCollector: NSObject, AVAssetWriterDelegate, Sendable {
  private let state = Mutex(State())

  private struct State {
    var header: Data?
    var segments: [(data: Data, report: AVAssetSegmentReport)] = []
  }

  var header: Data? { state.withLock { $0.header } }
  var segments: [(data: Data, report: AVAssetSegmentReport)] { state.withLock { $0.segments } }

  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
  ) {
    state.withLock { state in
      switch segmentType {
      case .initialization:
        #expect(state.header == nil && state.segments.isEmpty && segmentReport == nil)
        state.header = segmentData
      case .separable:
        if let segmentReport { state.segments.append((segmentData, segmentReport)) }
      }
    }
  }
}

extension CMSampleBuffer {
  /// The samples at later times, as Apple's sample of fragmented writing makes them.
  fileprivate func moved(by offset: CMTime) throws -> CMSampleBuffer {
    let times = try sampleTimingInfos().map { time in
      var moved = time
      moved.presentationTimeStamp = time.presentationTimeStamp + offset
      if time.decodeTimeStamp.isValid { moved.decodeTimeStamp = time.decodeTimeStamp + offset }
      return moved
    }
    let copy = try CMSampleBuffer(copying: self, withNewTiming: times)
    try copy.setOutputPresentationTimeStamp(copy.outputPresentationTimeStamp)
    return copy
  }
}
