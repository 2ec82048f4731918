import CCutawayGStreamer
public import CutawayElementKit
import Dispatch

/// One track of a media file, from any position on, decoded or as it is stored.
///
/// A reader opens its file, seeks and closes on a thread of its own: only ``next()`` waits, and that
/// for a bounded time. It is not for use by several threads at once, but for ``interrupt()``.
public final class MediaReader: Sendable {
  /// What to read, and as what.
  public struct Request: Sendable, Hashable {
    /// A path or a URI.
    public var location: String
    /// Which of the file's tracks of the output's kind, from 0.
    public var trackIndex: Int
    public var output: Output
    /// A colorimetry as GStreamer writes it, which goes over what the file says; of Y′CbCr only the transfer
    /// function and the primaries where the pictures are R′G′B′.
    public var colorimetry: String?

    public init(location: String, trackIndex: Int, output: Output, colorimetry: String? = nil) {
      self.location = location
      self.trackIndex = trackIndex
      self.output = output
      self.colorimetry = colorimetry
    }
  }

  /// How data come out.
  public enum Output: Sendable, Hashable {
    /// Square pixels in BT.709: I420, or AYUV where the source has alpha or more colour.
    case video
    /// Interleaved 32-bit float samples, `tempo` times as fast as they were recorded, at their pitch.
    case audio(AudioFormat, tempo: Double)
    /// Encoded as they are, from the key frame before the position on.
    case packets(Media)
    /// Subtitles as they are stored: ``MediaSample/text(upTo:)``.
    case text
  }

  /// What a track is made of.
  public enum Media: Sendable, Hashable { case video, audio }

  /// What ``next()`` found.
  public enum Reading: Sendable {
    case sample(MediaSample)
    case end
    case interrupted
  }

  public let request: Request

  private struct Status {
    /// Counts positions asked for; what belongs to an older one is of no interest.
    var generation = 0
    var isReady = false
    var isInterrupted = false
    var isClosed = false
    var failure: String?
    /// Whether the failure is one that a demuxer or a parser may also post for a file in order.
    var isFlowError = false
    /// Samples taken from the pipeline together, the next one last.
    var taken: [MediaSample] = []
    /// How many have come since the last were taken.
    var arrived = 0
    /// How many have to come for a waiting thread to be woken.
    var wanted = 1
  }

  private let status = Monitor(Status())
  private let pipeline: ReaderPipeline
  /// Where it was opened.
  private let start: Int64
  /// The file as it was then.
  private let version: FileVersion?
  private let worker = DispatchQueue(label: "cutaway.reader", qos: .userInitiated)

  /// Starts to open a file, so that ``next()`` gives what is shown or heard at `start` and later.
  public init(_ request: Request, from start: Int64) {
    self.request = request
    self.start = start
    version = FileVersion(location: request.location)
    let status = status
    pipeline = ReaderPipeline(request) { notice in
      status.change { status in
        switch notice {
        case .sample:
          status.arrived += 1
          return status.arrived >= status.wanted
        case .change: return true
        case .failure(let failure, let isFlowError):
          if status.failure == nil {
            status.failure = failure
            status.isFlowError = isFlowError
          }
          return true
        }
      }
    }
    worker.async { [pipeline] in
      pipeline.step()
      let failure = pipeline.open(at: start)
      pipeline.step()
      status.update { status in
        status.failure = status.failure ?? failure
        if status.generation == 0 { status.isReady = true }
      }
    }
  }

  /// The pipeline calls back for as long as it runs, and holds what it calls no longer than this does.
  deinit { if !status.update({ $0.isClosed }) { startClosing(nil) } }

  /// Starts to seek: ``next()`` then gives what is shown or heard at `time` and later.
  ///
  /// What comes first may lie before `time`.
  public func seek(to time: Int64) {
    let generation = status.update { status in
      status.generation += 1
      status.isReady = false
      status.taken = []
      return status.generation
    }
    worker.async { [pipeline, status] in
      // The newest of a burst wins.
      guard status.update({ $0.generation == generation }) else { return }
      pipeline.step()
      let failure = pipeline.seek(to: time)
      pipeline.step()
      status.update { status in
        status.failure = status.failure ?? failure
        if status.generation == generation { status.isReady = true }
      }
    }
  }

  /// The next sample from the position on.
  ///
  /// - Throws: What went wrong, where the source failed, or gives no sign of life for eight seconds.
  public func next() throws(ElementError) -> Reading {
    // A few are worth waiting for, as long as nobody would notice.
    let result =
      wait(for: request.batch, seconds: 0.02) ?? pipeline.patiently { wait(for: 1, seconds: $0) }
    switch result {
    case .success(let reading)?: return reading
    case .failure(let error)?: throw error
    case nil: throw ElementError("nothing came for \(Int(ReaderPipeline.patience)) seconds")
    }
  }

  /// What is there; waits until so many samples have come, or something else has happened.
  private func wait(for count: Int, seconds: Double) -> Result<Reading, ElementError>? {
    status.wait(seconds: seconds) { [pipeline, request] status -> Result<Reading, ElementError>? in
      status.wanted = count
      if status.isInterrupted { return .success(.interrupted) }
      if status.isReady {
        if status.taken.isEmpty {
          status.taken = pipeline.takeSamples(atMost: request.batch).reversed()
          status.arrived = 0
        }
        if let sample = status.taken.popLast() { return .success(.sample(sample)) }
      }
      // A stream that fails ends, too.
      if let failure = status.failure { return .failure(ElementError(failure)) }
      return status.isReady && pipeline.isAtEnd ? .success(.end) : nil
    }
  }

  /// Whether the track is one picture without a place in time: it comes once, whatever is sought.
  public var isStill: Bool { pipeline.isStill }

  /// Where sound ends by its file's word, in nanoseconds of what is handed on; `nil` where it goes on as
  /// long as anything comes.
  public var end: Int64? { pipeline.end }

  /// Makes ``next()`` return ``Reading/interrupted`` until ``resume()``.
  public func interrupt() { status.update { $0.isInterrupted = true } }
  public func resume() { status.update { $0.isInterrupted = false } }

  /// Whether the file is the one that was opened: not changed, replaced or removed since.
  public var isCurrent: Bool { version == FileVersion(location: request.location) }

  /// Whether it can go anywhere, as far as is known; what cannot is read from its start.
  public var canSeek: Bool { pipeline.canSeek }

  /// Whether opening the file anew may help after a failure.
  ///
  /// A stream that cannot be sought has to be, to go back. And demuxers and parsers of GStreamer 1.22 now
  /// and then take the flush of a seek for a failure of what is behind them, and post a flow error for a
  /// file that is in order.
  public var mayRecover: Bool {
    status.update { status in
      guard status.failure != nil else { return false }
      return status.generation > 0 || start > 0 && status.isFlowError
    }
  }

  /// Starts to let go of the file; a reader that is dropped does so by itself.
  ///
  /// A source that hangs ends by itself some time.
  public func close() { Self.close([self], waiting: 0) }

  /// Lets go of files.
  ///
  /// - Parameters:
  ///   - readers: Those to close.
  ///   - seconds: How long to wait for all of them together.
  public static func close(_ readers: [MediaReader], waiting seconds: Double) {
    let closing = DispatchGroup()
    for reader in readers { reader.startClosing(closing) }
    if seconds > 0 { _ = closing.wait(timeout: .now() + seconds) }
  }

  private func startClosing(_ group: DispatchGroup?) {
    status.update { $0.isClosed = true }
    // The pipeline lives until it has stopped, whatever becomes of the reader.
    worker.async(group: group) { [pipeline] in pipeline.close() }
    pipeline.cancel()
  }
}
