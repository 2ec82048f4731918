public import Cutaway
import CutawayElementBridge
import CutawayMedia

/// Frames that an edit renders, one after the other.
///
/// ```swift
/// for try await frame in VideoFrames(of: composition, as: .bgra) {
///   frame.withPlane(0) { bytes, bytesPerRow in … }
/// }
/// ```
///
/// Each iterator renders the edit on its own, a few frames ahead of the reader. It ends when the loop or its task ends. An
/// edit without a picture has no frames.
public struct VideoFrames: AsyncSequence, Sendable {
  public typealias Failure = ExportError
  private let composition: Composition
  private let layout: PixelLayout
  private let size: PixelSize?
  private let range: TimeRange?
  private let transferFunction: TransferFunction
  private let policy: RenderPolicy?

  /// Creates the sequence; nothing is read yet.
  ///
  /// - Parameters:
  ///   - composition: The edit.
  ///   - layout: The layout of frames.
  ///   - size: The size in which the edit is rendered, and in which another shape is fitted, with even sides; `nil` is its
  ///     own.
  ///   - range: The part of the edit; `nil` is everything.
  ///   - transferFunction: That of the frames; HLG and PQ are for ``PixelLayout/i420TenBits``.
  ///   - policy: What an edit that strangers wrote may use; `nil` is everything.
  public init(
    of composition: Composition, as layout: PixelLayout = .bgra, size: PixelSize? = nil,
    range: TimeRange? = nil, transferFunction: TransferFunction = .bt709,
    policy: RenderPolicy? = nil
  ) {
    (self.composition, self.layout, self.size) = (composition, layout, size)
    self.policy = policy
    (self.range, self.transferFunction) = (range, transferFunction)
  }

  public func makeAsyncIterator() -> Iterator {
    let picture = PictureFormat(
      bitDepth: layout.bitDepth, transferFunction: transferFunction)
    let colors = layout.planes.count > 1 ? ",colorimetry=\(picture.colorimetry)" : ""
    var format = SampleReader.Format(
      .video, caps: "video/x-raw,format=\(layout.name)" + colors, picture: picture)
    (format.size, format.policy) = (size, policy)
    return Iterator(
      reader: SampleReader(composition, as: format, range: range), layout: layout,
      start: range?.start ?? .zero, transferFunction: transferFunction)
  }

  /// Waits for one frame after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: SampleReader
    let layout: PixelLayout
    let start: MediaTime
    let transferFunction: TransferFunction

    /// Waits for the next frame.
    public mutating func next() async throws(ExportError) -> VideoFrame? {
      guard let sample = try await reader.nextSample() else { return nil }
      guard let duration = reader.frameDuration else {
        throw ExportError(.failed, "the edit states no duration of frames")
      }
      let index = MediaTime(nanoseconds: sample.start + 1).floored(in: duration)
      let time = start + duration * Int(index)
      guard
        let frame = VideoFrame(
          sample, as: layout, at: time, lasting: duration, transferFunction: transferFunction)
      else {
        throw ExportError(
          .failed, "the frame at \(time.seconds) s has another layout than requested")
      }
      return frame
    }
  }
}

/// Sound that an edit mixes, block by block without gaps.
///
/// Each iterator mixes the edit on its own, a few blocks ahead of the reader. It ends when the loop or its task ends. An
/// edit without sound has no blocks.
public struct SoundBlocks: AsyncSequence, Sendable {
  public typealias Failure = ExportError
  private let composition: Composition
  private let sampleRate: Int
  private let channels: Int
  private let range: TimeRange?
  private let policy: RenderPolicy?

  /// Creates the sequence; nothing is read yet.
  ///
  /// - Parameters:
  ///   - composition: The edit.
  ///   - sampleRate: The samples of a channel in a second.
  ///   - channels: The number of channels.
  ///   - range: The part of the edit; `nil` is everything.
  ///   - policy: What an edit that strangers wrote may use; `nil` is everything.
  public init(
    of composition: Composition, sampleRate: Int = 48_000, channels: Int = 2,
    range: TimeRange? = nil, policy: RenderPolicy? = nil
  ) {
    self.policy = policy
    (self.composition, self.sampleRate, self.channels) = (composition, sampleRate, channels)
    self.range = range
  }

  public func makeAsyncIterator() -> Iterator {
    var format = SampleReader.Format(
      .audio, caps: SoundBlock.caps(sampleRate: sampleRate, channels: channels))
    format.policy = policy
    return Iterator(
      reader: SampleReader(composition, as: format, range: range), sampleRate: sampleRate,
      channels: channels, start: range?.start ?? .zero)
  }

  /// Waits for one block after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: SampleReader
    let sampleRate: Int
    let channels: Int
    let start: MediaTime

    /// Waits for the next block.
    public mutating func next() async throws(ExportError) -> SoundBlock? {
      guard let sample = try await reader.nextSample() else { return nil }
      let tick = MediaTime(1, over: Int64(sampleRate))
      let first = MediaTime(nanoseconds: sample.start).rounded(in: tick)
      let samples = unsafe [Float](unsafeUninitializedCapacity: sample.size / 4) { target, count in
        unsafe sample.copyBytes(to: UnsafeMutableRawBufferPointer(target))
        count = sample.size / 4
      }
      return SoundBlock(
        samples, sampleRate: sampleRate, channels: channels,
        at: start + MediaTime(first, over: Int64(sampleRate)))
    }
  }
}

extension SampleReader {
  /// Waits for the next sample without blocking a thread of Swift's pool; a cancelled task ends the reader.
  fileprivate func nextSample() async throws(ExportError) -> MediaSample? {
    let result = await withTaskCancellationHandler {
      await Task(executorPreference: BlockingThreads.shared) { [self] in
        Result { () throws(ExportError) in try next() }
      }.value
    } onCancel: {
      cancel()
    }
    return try result.get()
  }
}
