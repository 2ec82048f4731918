import Cutaway
import CutawayApple
import CutawayTime

/// Receives the segments that a writer makes instead of a file.
///
/// Segments are fragments of MP4, as HTTP Live Streaming plays them. The calls come one at a time on a thread of the writer,
/// and the last one before ``AVAssetWriter/finishWriting()`` returns.
public protocol AVAssetWriterDelegate: AnyObject {
  /// Receives a segment with a description of its samples.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - segmentData: The bytes.
  ///   - segmentType: Whether they are the header, which comes first, or media.
  ///   - segmentReport: What the segment contains; `nil` for the header.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?)

  /// Receives a segment, if the delegate does not take reports.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType
  ) {}
}

/// What a segment is.
public enum AVAssetSegmentType: Int, Sendable {
  /// The header, which a player needs for each segment.
  case initialization = 1
  /// Media that can be decoded with the header alone.
  case separable = 2
}

/// The rules that a file follows beside those of its type.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fragmented MP4 for HTTP Live Streaming.
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
  /// Fragmented MP4 that conforms to the Common Media Application Format.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}

/// What a segment contains.
public final class AVAssetSegmentReport: NSObject, Sendable {
  /// What the segment is.
  public let segmentType: AVAssetSegmentType
  /// What it contains of each track.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ type: AVAssetSegmentType, _ tracks: [AVAssetSegmentTrackReport]) {
    (segmentType, trackReports) = (type, tracks)
  }
}

/// What a segment contains of a track.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
  /// The number of the track.
  public let trackID: CMPersistentTrackID
  /// The kind of media.
  public let mediaType: AVMediaType
  /// The earliest presentation time, in the time of the samples that were appended.
  public let earliestPresentationTimeStamp: CMTime
  /// The duration of the samples.
  public let duration: CMTime
  /// The first frame; `nil` for sound.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(_ part: SegmentOutput.Part) {
    trackID = CMPersistentTrackID(clamping: part.track)
    mediaType = part.media == .video ? .video : .audio
    earliestPresentationTimeStamp = CMTime(part.start)
    duration = CMTime(part.duration)
    firstVideoSampleInformation = part.first.map {
      AVAssetSegmentReportSampleInformation($0.time, $0.range, isSync: $0.isKey)
    }
  }
}

/// Where a frame is in a segment.
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
  /// The presentation time.
  public let presentationTimeStamp: CMTime
  /// The first byte in the segment.
  public let offset: Int
  /// The number of bytes.
  public let length: Int
  /// Whether the frame can be decoded without others.
  public let isSyncSample: Bool

  init(_ time: MediaTime, _ range: Range<Int>, isSync: Bool) {
    presentationTimeStamp = CMTime(time)
    (offset, length, isSyncSample) = (range.lowerBound, range.count, isSync)
  }
}

extension AVAssetWriter {
  /// Creates a writer whose ``delegate`` receives segments instead of a file.
  ///
  /// Set ``delegate`` and ``preferredOutputSegmentInterval`` before ``startWriting()``. There is no file, and
  /// ``outputURL`` is that of no file.
  ///
  /// - Parameter outputContentType: The type of MP4; others fail in ``startWriting()``.
  public convenience init(contentType outputContentType: UTType) {
    self.init(Self.noFile, AVFileType(rawValue: outputContentType.identifier))
  }

  /// The URL of writers without a file.
  private static let noFile = URL(fileURLWithPath: "/dev/null")

  /// Where the data go.
  ///
  /// - Throws: ``AVError`` if the properties for segments do not fit each other.
  func destination() throws(AVError) -> FileWriter.Destination {
    outputURL == Self.noFile ? .segments(try makeSegments()) : .file(outputURL.path)
  }

  /// Ends a segment before the next frame; for writers whose ``preferredOutputSegmentInterval`` is indefinite.
  public func flushSegment() {
    guard outputURL == Self.noFile, preferredOutputSegmentInterval == .indefinite else {
      return Log.warn(
        "flushSegment() is for writers whose preferredOutputSegmentInterval is indefinite: no segment ends"
      )
    }
    flush()
  }

  /// The output for a delegate.
  ///
  /// - Throws: ``AVError`` if there is no delegate, or the properties do not fit each other.
  private func makeSegments() throws(AVError) -> SegmentOutput {
    guard delegate != nil else {
      throw AVError(.incorrectlyConfigured, "a writer of segments needs a delegate")
    }
    guard outputFileType == .mp4 else {
      throw AVError(
        .fileFormatNotRecognized,
        "segments have the type \(AVFileType.mp4.rawValue), and not \(outputFileType.rawValue)")
    }
    let interval = preferredOutputSegmentInterval
    guard interval == .indefinite || interval.mediaTime.map({ $0 > .zero }) == true else {
      throw AVError(
        .incorrectlyConfigured,
        "preferredOutputSegmentInterval is a duration, or .indefinite for flushSegment()")
    }
    if let profile = outputFileTypeProfile,
      ![.mpeg4AppleHLS, .mpeg4CMAFCompliant].contains(profile)
    {
      throw AVError(.incorrectlyConfigured, "the profile \(profile.rawValue) is not known")
    }
    return SegmentOutput(interval: interval.mediaTime) { [weak self] output in
      // The writer lives until it has finished, or it has been cancelled.
      guard let self, let delegate else { return }
      switch output {
      case .header(let bytes):
        delegate.assetWriter(
          self, didOutputSegmentData: Data(bytes), segmentType: .initialization, segmentReport: nil)
      case .segment(let bytes, let parts):
        delegate.assetWriter(
          self, didOutputSegmentData: Data(bytes), segmentType: .separable,
          segmentReport: AVAssetSegmentReport(
            .separable, parts.map { AVAssetSegmentTrackReport($0) }))
      }
    }
  }
}
