import Cutaway
import CutawayKeyframes
import Synchronization

/// Appends frames in memory to an input.
public class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
  // The pool is created once, in a `Mutex`.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  /// The format and the size of the pool's frames.
  public let sourcePixelBufferAttributes: [String: Any]?
  private let pool = Mutex<CVPixelBufferPool?>(nil)

  /// Creates an adaptor.
  public init(
    assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil
  ) {
    (assetWriterInput, self.sourcePixelBufferAttributes) = (input, sourcePixelBufferAttributes)
    input.hasUnevenFrames = true
  }

  /// Frames of the format and the size of the attributes, or of the input's settings; `nil` before the
  /// writer has started.
  public var pixelBufferPool: CVPixelBufferPool? {
    return pool.withLock { pool in
      // Also after a failure, which the next frame reports.
      if let pool { return pool }
      guard let writer = assetWriterInput.writer, writer.status == .writing else { return nil }
      var attributes = sourcePixelBufferAttributes ?? [:]
      let size = assetWriterInput.videoSettings.size
      func complete(_ key: String, _ value: Int) {
        if attributes[key] == nil { attributes[key] = value }
      }
      complete(kCVPixelBufferWidthKey, size.width)
      complete(kCVPixelBufferHeightKey, size.height)
      complete(
        kCVPixelBufferPixelFormatTypeKey, Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
      // `nil` where the attributes make no frame.
      _ = unsafe CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
      return pool
    }
  }

  /// Appends a frame; waits for room.
  ///
  /// - Returns: Whether it was taken; else see the writer's error.
  @discardableResult
  public func append(
    _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    assetWriterInput.append(pixelBuffer, at: presentationTime, lasting: .invalid)
  }
}
