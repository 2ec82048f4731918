import CCutawayGStreamer
package import CutawayElementBridge
package import CutawayElementKit
package import CutawayKeyframes
package import CutawaySources
import Dispatch
import Synchronization

/// Reads one track of a media file from any position, decoded or encoded.
///
/// A reader opens its file, seeks and closes on its own thread. Only ``next()`` waits, for a
/// limited time. One thread at a time may use a reader, except for ``interrupt()``.
package final class MediaReader: Sendable {
  /// The track to read, and the output format.
  package struct Request: Sendable, Hashable {
    /// What to read.
    package var source: MediaSource
    /// The index among the tracks of the output's media type, from 0.
    package var trackIndex: Int
    /// The format of the samples.
    package var output: Output
    /// A colorimetry in GStreamer's notation, which overrides that of the file.
    ///
    /// For R′G′B′ frames, only the transfer function and the primaries of a Y′CbCr colorimetry
    /// apply.
    package var colorimetry: String?
    /// The depth and the colours of decoded frames.
    package var frames: FrameFormat
    /// The part of the processor's cores that the decoder of frames may use, from 0 to 1.
    package var decodingShare: Double
    /// What decodes frames; `nil` is the decoder of the highest rank.
    package var decoder: SourceSegment.Decoder?
    /// The size to which frames are scaled, without regard to their shape; `nil` is their own.
    package var size: PixelSize?
    /// The caps of decoded frames after a last conversion; `nil` converts no further.
    package var layout: String?

    /// Creates a request; without a colorimetry, that of the file applies.
    package init(
      _ source: MediaSource, trackIndex: Int, output: Output, colorimetry: String? = nil,
      frames: FrameFormat = FrameFormat(), decodingShare: Double = 1,
      decoder: SourceSegment.Decoder? = nil, size: PixelSize? = nil
    ) {
      self.size = size
      self.frames = frames
      self.decodingShare = decodingShare
      self.decoder = decoder
      self.source = source
      self.trackIndex = trackIndex
      self.output = output
      self.colorimetry = colorimetry
    }

    /// Creates a request for a file; without a colorimetry, that of the file applies.
    package init(
      location: String, trackIndex: Int, output: Output, colorimetry: String? = nil,
      frames: FrameFormat = FrameFormat(), decodingShare: Double = 1
    ) {
      self.init(
        .file(location), trackIndex: trackIndex, output: output, colorimetry: colorimetry,
        frames: frames, decodingShare: decodingShare)
    }

    /// The path or the URI of a file; empty for other sources.
    package var location: String { source.location ?? "" }
  }

  /// The output format of a reader.
  package enum Output: Sendable, Hashable {
    /// Square pixels in the request's ``Request/frames``: with 8 bits I420, or AYUV if the source has
    /// alpha or more chroma resolution.
    ///
    /// If there is an index of the track, times count from the first frame of the media, whatever the
    /// edit list presents, and the caller follows it (`MediaIndex.Picture`). Otherwise times are those
    /// of the asset.
    case video
    /// Interleaved 32-bit float samples, at `tempo` times the speed with unchanged pitch.
    case audio(AudioFormat, tempo: Double)
    /// Encoded packets, from the key frame before the position on.
    case packets(Media)
    /// Subtitles in their stored form, for ``MediaSample/text(upTo:)``.
    case text
  }

  /// The media type of a track of packets.
  package enum Media: Sendable, Hashable {
    /// The kind of the track.
    case video, audio
  }

  /// The result of ``next()``.
  package typealias Reading = SourceReading<MediaSample>

  /// The request that the reader was created with.
  package let request: Request

  struct Status {
    /// Counts seeks; results of older ones are ignored.
    var generation = 0
    var isReady = false
    var isInterrupted = false
    var isClosed = false
    /// Whether the last sample has been returned, after which the pipeline sends no end.
    var isOver = false
    var failure: ElementError?
    /// Whether the failure may be a flow error that a demuxer or a parser posts for an intact file.
    var isFlowError = false
    /// Samples taken together from the pipeline, the next one last.
    var taken: [MediaSample] = []
    /// Where reading began, or goes on if the decoder fails: at the start of the last sample.
    var position: Int64
    /// The start of the last sample before another decoder took over, which has been returned.
    var returned: Int64?
    /// Whether a sample has been returned since reading began.
    var hasReturned = false
    /// Counts pipelines; failures of older ones are ignored.
    var attempt = 0
    /// Whether the decoder failed, and another one may decode.
    var mayReopen = false
    /// The number of samples since the last were taken.
    var arrived = 0
    /// The number of samples that wakes a waiting thread.
    var wanted = 1
  }

  let status: Monitor<Status>
  /// The pipeline, which another one replaces if its decoder fails.
  let current: Mutex<ReaderPipeline>
  /// The position at which the file was opened.
  let start: Int64
  /// The version of the file when it was opened.
  private let version: FileIdentity?
  private let gifEnd: GIFEnd
  let worker = DispatchQueue(label: "cutaway.reader", qos: .userInitiated)

  /// Starts to open a file; ``next()`` then delivers data from `start` on, in nanoseconds.
  package init(_ request: Request, from start: Int64) {
    self.request = request
    self.start = start
    version = FileIdentity(location: request.location)
    gifEnd = GIFEnd(of: request.location)
    status = Monitor(Status(position: start))
    let pipeline = Self.makePipeline(request, status, attempt: 0)
    current = Mutex(pipeline)
    open(pipeline, at: start, generation: 0, attempt: 0)
  }

  var pipeline: ReaderPipeline { current.withLock { $0 } }

  static func makePipeline(
    _ request: Request, _ status: Monitor<Status>, attempt: Int
  ) -> ReaderPipeline {
    ReaderPipeline(request) { notice in
      status.change { status in
        if status.attempt != attempt { return false }
        switch notice {
        case .sample:
          status.arrived += 1
          return status.arrived >= status.wanted
        case .change: return true
        case .failure(let failure, let isFlowError, let isOfDecoder):
          if status.failure == nil {
            status.failure = failure
            status.isFlowError = isFlowError
            status.mayReopen = isOfDecoder
          }
          return true
        }
      }
    }
  }

  func open(
    _ pipeline: ReaderPipeline, at start: Int64, generation: Int, attempt: Int
  ) {
    worker.async { [status] in
      pipeline.step()
      let failure = pipeline.open(at: start)
      pipeline.step()
      status.update { status in
        // Another pipeline may have taken over.
        if status.attempt != attempt { return }
        status.failure = status.failure ?? failure
        if status.generation == generation { status.isReady = true }
      }
    }
  }

  // The pipeline calls back as long as it runs, and holds no reference to the reader.
  deinit { if !status.update({ $0.isClosed }) { startClosing(nil) } }

  /// Starts a seek; ``next()`` then delivers data from `time` on, in nanoseconds.
  ///
  /// The first sample may start before `time`.
  package func seek(to time: Int64) {
    let (generation, attempt) = status.update { status in
      status.generation += 1
      status.isReady = false
      status.isOver = false
      status.taken = []
      (status.position, status.hasReturned, status.returned) = (time, false, nil)
      return (status.generation, status.attempt)
    }
    worker.async { [pipeline, status] in
      // Of several seeks, only the newest is executed.
      guard status.update({ $0.generation == generation }) else { return }
      pipeline.step()
      let failure = pipeline.seek(to: time)
      pipeline.step()
      status.update { status in
        if status.attempt != attempt { return }
        status.failure = status.failure ?? failure
        // After a failed seek, older samples may still be there.
        if status.generation == generation { status.isReady = failure == nil }
      }
    }
  }

  /// Waits for the next sample from the position on.
  ///
  /// - Throws: `ElementError` if the source fails, or shows no activity for eight seconds.
  package func next() throws(ElementError) -> Reading {
    // Waiting briefly for a whole batch is not noticeable.
    let result =
      wait(for: request.batch, seconds: 0.02) ?? pipeline.patiently { wait(for: 1, seconds: $0) }
    switch result {
    case .success(let reading)?: return reading
    case .failure(let error)?:
      if reopen() { return try next() }
      throw error
    case nil: throw .standstill
    }
  }

  /// Returns what is available; waits until `count` samples have arrived, or something else
  /// happens.
  private func wait(for count: Int, seconds: Double) -> Result<Reading, ElementError>? {
    status.wait(seconds: seconds) {
      [pipeline, request, gifEnd] status -> Result<Reading, ElementError>? in
      status.wanted = count
      if status.isInterrupted { return .success(.interrupted) }
      // The mixer of an edit continues without the source that failed.
      if case .edit = request.source, let failure = status.failure { return .failure(failure) }
      if status.isReady {
        if status.taken.isEmpty {
          status.taken = pipeline.takeSamples(atMost: request.batch).reversed()
          status.arrived = 0
        }
        if status.isOver { return .success(.end) }
        if let returned = status.returned {
          status.taken.removeAll { $0.start <= returned }
          if !status.taken.isEmpty { status.returned = nil }
        }
        if let sample = status.taken.popLast() {
          (status.position, status.hasReturned) = (sample.start, true)
          status.isOver = gifEnd.comes(after: sample, in: pipeline.pipeline)
          return .success(.sample(sample))
        }
      }
      // A stream that fails also ends.
      if let failure = status.failure { return .failure(failure) }
      return status.isReady && pipeline.isAtEnd ? .success(.end) : nil
    }
  }

  /// Whether the track is a still, which is delivered once after each seek.
  package var isStill: Bool { pipeline.isStill }

  /// The end of the sound as the file states it, in nanoseconds of the output; `nil` if unknown.
  package var end: Int64? { pipeline.end }

  /// Makes ``next()`` return ``Reading/interrupted`` until ``resume()``, from any thread.
  package func interrupt() { status.update { $0.isInterrupted = true } }
  /// Ends the effect of ``interrupt()``.
  package func resume() { status.update { $0.isInterrupted = false } }

  /// Whether the file is unchanged since it was opened.
  package var isCurrent: Bool { version == FileIdentity(location: request.location) }

  /// Whether the reader can seek, as far as is known; otherwise it reads from the start.
  package var canSeek: Bool { pipeline.canSeek }

  /// Starts to close the file; deallocating the reader does the same.
  ///
  /// A source that hangs closes later, by itself.
  package func close() { Self.close([self], waiting: 0) }

  /// Closes files.
  ///
  /// - Parameters:
  ///   - readers: The readers to close.
  ///   - seconds: The maximum time to wait for all of them together.
  package static func close(_ readers: [MediaReader], waiting seconds: Double) {
    let closing = DispatchGroup()
    for reader in readers { reader.startClosing(closing) }
    if seconds > 0 { _ = closing.wait(timeout: .now() + seconds) }
  }

  private func startClosing(_ group: DispatchGroup?) {
    status.update { $0.isClosed = true }
    // The pipeline lives until it has stopped, independently of the reader.
    worker.async(group: group) { [pipeline] in pipeline.close() }
    pipeline.cancel()
  }
}
