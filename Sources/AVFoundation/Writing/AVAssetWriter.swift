import Cutaway
import CutawayApple
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import Synchronization

/// Writes samples into a file: MP4, M4V, MOV, M4A or WAV.
///
/// Add inputs, call ``startWriting()`` and ``startSession(atSourceTime:)``, append samples to the inputs,
/// mark them as finished, and finish. The file appears under its name when it is complete. A file has at
/// most one video and one audio track. With ``init(contentType:)`` a ``delegate`` receives segments instead.
public final class AVAssetWriter: NSObject, @unchecked Sendable {
  // Settings belong to the thread that starts; all else is in a `Mutex`.

  /// The file.
  public let outputURL: URL
  /// The type of the file.
  public let outputFileType: AVFileType
  /// The inputs, in the order in which they were added.
  public private(set) var inputs: [AVAssetWriterInput] = []
  /// The metadata of the file.
  public var metadata: [AVMetadataItem] = []
  /// Whether a player can start before it has received the whole file.
  public var shouldOptimizeForNetworkUse = false
  /// Units per second of the file; 0 is the sample rate of its sound.
  public var movieTimeScale: CMTimeScale = 0
  /// The interval of fragments; reported, and without effect.
  public var movieFragmentInterval = CMTime.invalid
  /// Receives segments; for writers of ``init(contentType:)``.
  public weak var delegate: (any AVAssetWriterDelegate)?
  /// How long segments last.
  ///
  /// They end at the first key frame from then on, which an encoder gets there. With `indefinite`, they end where
  /// ``flushSegment()`` is called.
  public var preferredOutputSegmentInterval = CMTime.invalid
  /// The time from which on intervals count; the start of the session if it is not numeric.
  public var initialSegmentStartTime = CMTime.invalid
  /// The rules for segments; both profiles give the same.
  public var outputFileTypeProfile: AVFileTypeProfile?
  /// Where temporary files are; beside the output, whatever this says.
  public var directoryForTemporaryFiles: URL?
  private let current = Mutex(Current())

  private struct Current {
    var status = Status.unknown
    var error: AVError?
    var start: CMTime?
    var end: CMTime?
    var writer: FileWriter?
    var segments: SegmentOutput?
  }

  /// The stage of a writer.
  public enum Status: Int, Sendable {
    /// Not started, writing, complete, failed, cancelled.
    case unknown = 0, writing, completed, failed, cancelled
  }

  /// Creates a writer.
  ///
  /// - Throws: ``AVError`` if such files cannot be written.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard let type = outputFileType.exportType, type != .mp3 else {
      throw AVError(
        .fileFormatNotRecognized, "files of type \(outputFileType.rawValue) cannot be written")
    }
    guard outputURL.isFileURL else {
      throw AVError(.operationNotAllowed, "\(outputURL) is not the URL of a file")
    }
    (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
  }

  init(_ outputURL: URL, _ outputFileType: AVFileType) {
    (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
  }

  /// Creates a writer.
  ///
  /// - Throws: ``AVError`` if such files cannot be written.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// The stage.
  public var status: Status {
    current.withLock { current in
      // An element may have failed since.
      if current.status == .writing, let failure = current.writer?.failure {
        current.status = .failed
        current.error = AVError(failure, hasVideoComposition: false)
      }
      return current.status
    }
  }
  /// Why writing failed.
  public var error: (any Error)? { status == .failed ? current.withLock { $0.error } : nil }

  /// The kinds of media that the type of file contains.
  public var availableMediaTypes: [AVMediaType] {
    outputFileType.exportType?.hasVideo == true ? [.video, .audio] : [.audio]
  }

  /// Whether the type of file takes settings; `nil` settings copy packets.
  public func canApply(
    outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    guard availableMediaTypes.contains(mediaType) else { return false }
    guard outputSettings != nil else { return true }
    let input = AVAssetWriterInput(mediaType: mediaType, outputSettings: outputSettings)
    return (try? input.streams(in: outputFileType)) != nil
  }

  /// Whether an input can be added: writing has not started, and the file has no track of its kind.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool {
    status == .unknown && availableMediaTypes.contains(input.mediaType)
      && !inputs.contains { $0.mediaType == input.mediaType }
  }

  /// Adds an input.
  public func add(_ input: AVAssetWriterInput) {
    guard canAdd(input) else {
      return Log.warn(
        "an input of type \(input.mediaType.rawValue) is not added to a writer: the file has one, or "
          + "cannot contain it, or the writer has started")
    }
    input.writer = self
    inputs.append(input)
  }

  /// Creates the file.
  ///
  /// - Returns: Whether it succeeded; else see ``error``.
  @discardableResult
  public func startWriting() -> Bool {
    guard status == .unknown, let fileType = outputFileType.exportType else { return false }
    do throws(AVError) {
      guard !inputs.isEmpty else {
        throw AVError(.incorrectlyConfigured, "the writer has no inputs")
      }
      let streams = try inputs.map { input throws(AVError) in
        try input.streams(in: outputFileType)
      }
      let destination = try destination()
      let writer = FileWriter(to: destination, as: fileType, inputs: streams)
      for (index, input) in inputs.enumerated() { input.attach(writer, index) }
      var settings = FileWriter.Settings()
      settings.movesHeaderFirst = shouldOptimizeForNetworkUse
      settings.timescale = movieTimeScale > 0 ? Int(movieTimeScale) : nil
      if movieFragmentInterval.isNumeric {
        Log.warnOnce("a writer ignores movieFragmentInterval: the file appears when it is complete")
      }
      for entry in metadata.compactMap(\.entry) { settings.metadata[entry.key] = entry.text }
      let listeners = inputs.map { $0.listener }
      do throws(ExportError) {
        try writer.start(settings) { listeners[$0].ring() }
      } catch {
        throw AVError(error, hasVideoComposition: false)
      }
      current.withLock { current in
        current.writer = writer
        current.status = .writing
        if case .segments(let output) = destination { current.segments = output }
      }
    } catch {
      fail(error)
      return false
    }
    return true
  }

  /// Starts the time of the file: samples of this time are presented at 0, earlier ones are not shown.
  ///
  /// Copied packets that later ones need, from the key frame before on, are in the file nevertheless: an edit list hides
  /// them. Segments have the same times as the samples; a player that ignores edit lists shows them from the key frame on.
  public func startSession(atSourceTime startTime: CMTime) {
    let segments = current.withLock { current in
      current.start = startTime
      return current.segments
    }
    if let start = startTime.mediaTime {
      segments?.start(at: start, counting: initialSegmentStartTime.mediaTime)
    }
    for input in inputs { input.listener.ring() }
  }

  /// Ends a segment before the next frame.
  func flush() { current.withLock { $0.writer }?.flushSegment() }

  /// Ends the time of the file: samples from this time on are left out, and the last frame lasts until then.
  public func endSession(atSourceTime endTime: CMTime) { current.withLock { $0.end = endTime } }

  /// The range of the samples that are written; `nil` before the session starts.
  var session: (start: CMTime, end: CMTime?)? {
    current.withLock { current in current.start.map { ($0, current.end) } }
  }

  /// Completes the file, and calls a handler on a queue of its own.
  @preconcurrency
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    Task.detached(executorPreference: BlockingThreads.shared) { [self] in
      await finishWriting()
      handler()
    }
  }

  /// Completes the file; ``status`` and ``error`` have the result.
  public func finishWriting() async {
    guard let writer = current.withLock({ $0.status == .writing ? $0.writer : nil }) else { return }
    for input in inputs { input.markAsFinished() }
    do throws(ExportError) {
      let session = current.withLock { (start: $0.start?.mediaTime, end: $0.end?.mediaTime) }
      let length = session.end.map { $0 - (session.start ?? .zero) }
      try await writer.finish(at: length.map { max(.zero, $0) })
      current.withLock { current in
        if current.status == .writing { current.status = .completed }
      }
    } catch {
      fail(AVError(error, hasVideoComposition: false))
    }
  }

  /// Stops; the file does not appear.
  public func cancelWriting() {
    let writer = current.withLock { current -> FileWriter? in
      guard current.status == .unknown || current.status == .writing else { return nil }
      current.status = .cancelled
      return current.writer
    }
    writer?.cancel()
    for input in inputs { input.listener.end() }
  }

  /// Records a failure.
  func fail(_ error: AVError) {
    current.withLock { current in
      guard current.status == .unknown || current.status == .writing else { return }
      current.status = .failed
      current.error = error
    }
    for input in inputs { input.listener.ring() }
  }
}
