import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a writer of segments made of a film.
final class SegmentRun {
  let collector = SegmentCollector()
  let status: AVAssetWriter.Status
  private let folder: TemporaryDirectory

  deinit { folder.remove() }

  /// Encodes or copies the tracks of a film, whose times move by a start.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - start: The time by which samples move, and at which the session starts.
  ///   - sessionStart: The start of the session, if it is another one.
  ///   - copies: Whether packets are copied.
  ///   - ends: The times of the film at which a kind of track ends.
  ///   - flushes: The numbers of samples before which a segment ends.
  ///   - addsEmptySound: Whether there is an input of sound that gets no samples.
  ///   - set: Sets properties of the writer.
  /// - Throws: The error of the reader or of the folder.
  init(
    _ film: AVURLAsset, start: CMTime, session sessionStart: CMTime? = nil, copies: Bool = false,
    ending ends: [AVMediaType: CMTime] = [:], flushing flushes: Set<Int> = [],
    addsEmptySound: Bool = false, set: (AVAssetWriter) -> Void
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
    writer.startSession(atSourceTime: sessionStart ?? start)
    await withTaskGroup(of: Void.self) { group in
      for (output, input) in pairs {
        group.addTask {
          var number = 0
          while let sample = output.copyNextSampleBuffer() {
            if let end = ends[output.mediaType], sample.presentationTimeStamp >= end { break }
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

final class SegmentCollector: NSObject, AVAssetWriterDelegate, Sendable {
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
