import CutawayModel
import Synchronization

/// Draws the frames of a video composition instead of the built-in compositor.
///
/// An export creates one instance with `init()`, and requests one frame after another, on a thread of
/// its own. Source frames and the frames of the render context have the format that
/// ``requiredPixelBufferAttributesForRenderContext`` states: `kCVPixelFormatType_32BGRA`, or luma and chroma in two planes
/// in 4:2:0 or 4:2:2, with 8 or 10 bits, in video or full range. Their attachments state their colours: BT.709, or those of
/// an HDR output if ``supportsHDRSourceFrames`` is `true`. Frames have the size of the video composition; a smaller
/// output is scaled afterwards.
public protocol AVVideoCompositing: NSObjectProtocol {
  /// `[String: any Sendable]`, or `[String: Any]` as in older declarations.
  associatedtype SourceAttributes = [String: any Sendable]
  /// `[String: any Sendable]`, or `[String: Any]` as in older declarations.
  associatedtype ContextAttributes = [String: any Sendable]
  /// The pixel formats of source frames: a number or a list for `kCVPixelBufferPixelFormatTypeKey`.
  var sourcePixelBufferAttributes: SourceAttributes? { get }
  /// The pixel format of frames from the render context.
  var requiredPixelBufferAttributesForRenderContext: ContextAttributes { get }
  /// Called before the first request, and if the context changes.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)
  /// Draws a frame; it may finish the request later, on any thread.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)
  /// Finishes all requests, at the end of an export.
  func cancelAllPendingVideoCompositionRequests()
  /// Whether source frames may have a wide gamut.
  var supportsWideColorSourceFrames: Bool { get }
  /// Whether source frames may be HDR; if not, the output is SDR, too.
  var supportsHDRSourceFrames: Bool { get }
  /// Whether the compositor converts colours itself.
  var canConformColorOfSourceFrames: Bool { get }
  /// Announces a time range; never called.
  func anticipateRendering(using renderHint: AVVideoCompositionRenderHint)
  /// Announces the start of playback; never called.
  func prerollForRendering(using renderHint: AVVideoCompositionRenderHint)
}

extension AVVideoCompositing {
  /// Nothing.
  public func cancelAllPendingVideoCompositionRequests() {}
  /// No.
  public var supportsWideColorSourceFrames: Bool { false }
  /// No.
  public var supportsHDRSourceFrames: Bool { false }
  /// No.
  public var canConformColorOfSourceFrames: Bool { false }
  /// Nothing.
  public func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {}
  /// Nothing.
  public func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {}
}

/// A time range that will be rendered.
public final class AVVideoCompositionRenderHint: NSObject, Sendable {
  /// The first instant.
  public let startCompositionTime: CMTime
  /// The last instant.
  public let endCompositionTime: CMTime

  init(_ range: CMTimeRange) {
    (startCompositionTime, endCompositionTime) = (range.start, range.end)
  }
}

/// The sides of a pixel.
public struct AVPixelAspectRatio: Sendable, Hashable {
  /// The width and the height in any unit.
  public var horizontalSpacing, verticalSpacing: Int
  /// Creates a ratio.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}

/// What lies around a picture, in pixels.
public struct AVEdgeWidths: Sendable, Hashable {
  /// The widths at the four sides.
  public var left, top, right, bottom: CGFloat
  /// Creates widths.
  public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// Where a compositor draws.
public final class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
  // The video composition is a copy that does not change.

  /// The size of the frames in pixels.
  public let size: CGSize
  /// The factor of the size in previews.
  public let renderScale: Float
  /// From the video composition's pixels to those of the frames.
  public var renderTransform: CGAffineTransform {
    CGAffineTransform(scaleX: CGFloat(renderScale), y: CGFloat(renderScale))
  }
  /// Square pixels.
  public var pixelAspectRatio: AVPixelAspectRatio {
    AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
  }
  /// Nothing lies around the picture.
  public var edgeWidths: AVEdgeWidths { AVEdgeWidths(left: 0, top: 0, right: 0, bottom: 0) }
  /// Always the best quality.
  public var highQualityRendering: Bool { true }
  /// The video composition.
  public let videoComposition: AVVideoComposition
  private let pool: CVPixelBufferPool

  /// The colours of the frames.
  let transfer: TransferFunction

  init(
    _ composition: AVVideoComposition, width: Int, height: Int, format: PixelFormat,
    in transfer: TransferFunction
  ) {
    self.transfer = transfer
    size = CGSize(width: width, height: height)
    renderScale = composition.renderScale
    videoComposition = composition
    pool = CVPixelBufferPool(format, width: width, height: height)
  }

  /// A frame to draw on; its pixels are undefined.
  public func newPixelBuffer() -> CVPixelBuffer? {
    let buffer = pool.next()
    buffer.attach(transfer)
    return buffer
  }
}

/// A request for a frame.
public final class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
  // Instructions are the program's own; all else does not change or is in a `Mutex`.

  /// Where to draw.
  public let renderContext: AVVideoCompositionRenderContext
  /// The time of the frame.
  public let compositionTime: CMTime
  /// The instruction at that time.
  public let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
  private let sources: [(id: CMPersistentTrackID, frame: CVPixelBuffer?)]
  private let answer = Mutex<Result<CVPixelBuffer?, AVError>?>(nil)
  private let isAnswered = DispatchSemaphore(value: 0)

  init(
    _ context: AVVideoCompositionRenderContext, at time: CMTime,
    _ instruction: any AVVideoCompositionInstructionProtocol,
    sources: [(id: CMPersistentTrackID, frame: CVPixelBuffer?)]
  ) {
    (renderContext, compositionTime) = (context, time)
    (videoCompositionInstruction, self.sources) = (instruction, sources)
  }

  /// The numbers of the tracks that have frames.
  public var sourceTrackIDs: [NSNumber] {
    sources.filter { $0.frame != nil }.map { NSNumber(value: $0.id) }
  }
  /// None.
  public var sourceSampleDataTrackIDs: [CMPersistentTrackID] { [] }

  /// The frame of a track, in its own size and orientation; `nil` if it has none at that time.
  public func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? {
    sources.first { $0.id == trackID }?.frame
  }

  /// Outputs a frame, which may be a source frame.
  public func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
    give(.success(composedVideoFrame))
  }
  /// Fails, which ends the export.
  public func finish(with error: any Error) {
    give(
      .failure(
        error as? AVError
          ?? AVError(.videoCompositorFailed, (error as NSError).localizedDescription)
          .caused(by: error)))
  }
  /// Outputs nothing, because the request was cancelled.
  public func finishCancelledRequest() { give(.success(nil)) }

  /// The request itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  private func give(_ result: Result<CVPixelBuffer?, AVError>) {
    let isFirst = answer.withLock { answer in
      defer { answer = answer ?? result }
      return answer == nil
    }
    if isFirst { isAnswered.signal() }
  }

  /// Waits for the answer, at most for a time.
  func result(within patience: DispatchTimeInterval) -> Result<CVPixelBuffer?, AVError> {
    let isInTime = isAnswered.wait(timeout: .now() + patience) == .success
    return answer.withLock { $0 }
      ?? .failure(
        AVError(
          .videoCompositorFailed,
          isInTime
            ? "the compositor gave no frame"
            : "the compositor did not finish the frame at \(compositionTime.seconds) s in time"))
  }
}
