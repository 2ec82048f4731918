public import CoreImage
import CutawayApple
import Synchronization

/// A request for a filtered frame, which a handler of a video composition gets.
public final class AVAsynchronousCIImageFilteringRequest: NSObject, NSCopying, @unchecked Sendable {
  // All is immutable, and the request beneath is safe to share.

  /// The size of the picture in pixels: that of the video composition.
  public let renderSize: CGSize
  /// The time of the frame.
  public var compositionTime: CMTime { request.compositionTime }
  /// The frame of the first enabled video track, upright; its lower left corner is the origin.
  ///
  /// Where the track has no frame it is transparent.
  public let sourceImage: CIImage
  private let request: AVAsynchronousVideoCompositionRequest

  init(_ request: AVAsynchronousVideoCompositionRequest, _ image: CIImage, size: CGSize) {
    (self.request, sourceImage, renderSize) = (request, image, size)
    super.init()
  }

  /// Outputs an image: the part of it that lies over the picture, on black.
  ///
  /// - Parameters:
  ///   - filteredImage: The image.
  ///   - context: What renders it; `nil` is a context with the default options.
  public func finish(with filteredImage: CIImage, context: CIContext?) {
    let target = request.renderContext
    guard let frame = target.newPixelBuffer() else {
      return finish(with: AVError(.videoCompositorFailed, "there is no memory for a frame"))
    }
    (context ?? Self.context).render(
      filteredImage.transformed(by: target.renderTransform), to: frame)
    request.finish(withComposedVideoFrame: frame)
  }
  /// Fails, which ends the work.
  public func finish(with error: any Error) { request.finish(with: error) }

  private static let context = CIContext()

  /// The request itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The whole of a film as one instruction for a handler of images.
final class ImageFilteringInstruction: NSObject, AVVideoCompositionInstructionProtocol,
  @unchecked Sendable
{
  // The handler is the program's own.

  typealias Handler = (AVAsynchronousCIImageFilteringRequest) -> Void

  let timeRange: CMTimeRange
  let enablePostProcessing = true
  let containsTweening = true
  let requiredSourceTrackIDs: [NSValue]?
  let passthroughTrackID = kCMPersistentTrackID_Invalid
  private let track: CMPersistentTrackID
  private let naturalSize: CGSize
  private let transform: CGAffineTransform
  /// The duration of a frame.
  let frameDuration: CMTime
  private let handler: Handler
  /// The image that was shown last.
  ///
  /// Sound is often some milliseconds longer than the picture. A frame of that time shows the image before, not black.
  private let last = Mutex<(time: CMTime, image: CIImage)?>(nil)

  init(_ track: AVAssetTrack, _ range: CMTimeRange, _ handler: @escaping Handler) {
    (self.track, timeRange, self.handler) = (track.trackID, range, handler)
    (naturalSize, transform) = (track.naturalSize, track.preferredTransform)
    let shortest = track.minFrameDuration
    frameDuration =
      shortest.isNumeric && shortest > .zero ? shortest : CMTime(value: 1, timescale: 30)
    requiredSourceTrackIDs = [NSNumber(value: track.trackID)]
    super.init()
  }

  /// The size of the upright picture.
  var size: CGSize { CGRect(origin: .zero, size: naturalSize).applying(transform).size }

  /// Calls the handler for a frame.
  func start(_ request: AVAsynchronousVideoCompositionRequest) {
    let frame = request.sourceFrame(byTrackID: track), time = request.compositionTime
    let context = request.renderContext, scale = CGFloat(max(context.renderScale, 0.001))
    let size = CGSize(width: context.size.width / scale, height: context.size.height / scale)
    let image = last.withLock { last in
      if let frame {
        last = (time, upright(frame))
      } else if let (shown, _) = last, time < shown || time > shown + frameDuration {
        last = nil
      }
      return last?.image ?? CIImage.clear.cropped(to: CGRect(origin: .zero, size: self.size))
    }
    handler(AVAsynchronousCIImageFilteringRequest(request, image, size: size))
  }

  /// A frame, turned upright and scaled to the size of the picture.
  private func upright(_ frame: CVPixelBuffer) -> CIImage {
    let image = CIImage(cvPixelBuffer: frame), extent = image.extent
    guard extent.width > 0, extent.height > 0 else { return image }
    // The transform of a track is for a y axis that points downwards.
    let flip = CGAffineTransform(
      a: naturalSize.width / extent.width, b: 0, c: 0, d: -naturalSize.height / extent.height,
      tx: 0, ty: naturalSize.height)
    let box = CGRect(origin: .zero, size: naturalSize).applying(transform)
    let back = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -box.minX, ty: box.maxY)
    return image.transformed(by: flip.concatenating(transform).concatenating(back))
  }
}

/// Calls the handlers of image filtering.
class ImageFilteringCompositor: NSObject, AVVideoCompositing {
  /// The pixel format of frames.
  class var format: OSType { kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange }
  private var attributes: [String: Any] { [kCVPixelBufferPixelFormatTypeKey: Self.format] }
  var sourcePixelBufferAttributes: [String: Any]? { attributes }
  var requiredPixelBufferAttributesForRenderContext: [String: Any] { attributes }
  var supportsHDRSourceFrames: Bool { false }
  var supportsWideColorSourceFrames: Bool { false }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let instruction = request.videoCompositionInstruction as? ImageFilteringInstruction else {
      return request.finish(
        with: AVError(
          .videoCompositorFailed,
          "a video composition with a handler for images has no other instructions"))
    }
    instruction.start(request)
  }
}

/// Calls the handlers of image filtering for HDR, and for more than 8 bits.
final class DeepImageFilteringCompositor: ImageFilteringCompositor {
  override class var format: OSType { kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange }
  override var supportsHDRSourceFrames: Bool { true }
  override var supportsWideColorSourceFrames: Bool { true }
}

extension VideoCompositionContent {
  /// The video composition whose frames a handler of images makes.
  ///
  /// The first enabled video track counts; its frames keep their times, and the picture has the size of the track as its
  /// preferred transform shows it.
  init(of asset: AVAsset, _ handler: @escaping ImageFilteringInstruction.Handler) {
    let tracks = asset.currentTracks.filter { $0.mediaType == .video && $0.isEnabled }
    guard let track = tracks.first else { return }
    let range = CMTimeRange(start: .zero, duration: asset.duration)
    let instruction = ImageFilteringInstruction(track, range, handler)
    renderSize = instruction.size
    frameDuration = instruction.frameDuration
    timingTrack = track.trackID
    instructions = [instruction]
    let formats = track.formatDescriptions.compactMap { $0 as? CMFormatDescription }
    let isDeep = formats.contains { (format: CMFormatDescription) in
      let transfer = format.extensions[.transferFunction]
      if case .number(let bits) = format.extensions[.bitsPerComponent], bits > 8 { return true }
      return transfer == .text(kCVImageBufferTransferFunction_ITU_R_2100_HLG)
        || transfer == .text(kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
    }
    compositor = isDeep ? DeepImageFilteringCompositor.self : ImageFilteringCompositor.self
  }
}

extension AVVideoComposition {
  /// Creates a video composition whose frames a handler filters.
  ///
  /// The handler gets each frame of the first enabled video track, upright, and finishes its request, at once or later. It
  /// waits until the tracks of the asset are known.
  ///
  /// - Parameters:
  ///   - asset: The film.
  ///   - applier: Filters a frame; a thread of the work calls it.
  public convenience init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    self.init()
    set(VideoCompositionContent(of: asset, applier))
  }

  /// Creates a video composition whose frames a handler filters.
  ///
  /// - Parameters:
  ///   - asset: The film.
  ///   - applier: Filters a frame; a thread of the work calls it.
  /// - Returns: The video composition.
  /// - Throws: Why the asset cannot be read.
  public class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> AVVideoComposition {
    _ = try await asset.load(.tracks)
    return AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: applier)
  }

  /// Creates a video composition whose frames a handler filters, and passes it to another one.
  ///
  /// - Parameters:
  ///   - asset: The film.
  ///   - applier: Filters a frame; a thread of the work calls it.
  ///   - completionHandler: Gets the video composition, or why the asset cannot be read.
  public class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void,
    completionHandler: @escaping @Sendable (AVVideoComposition?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(
          try await videoComposition(with: asset, applyingCIFiltersWithHandler: applier), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }
}
