extension AVAsynchronousVideoCompositionRequest {
  /// The frame of a track, if it is one of the instruction's.
  public func sourceReadOnlyPixelBuffer(
    byTrackID trackID: CMPersistentTrackID
  ) -> CVReadOnlyPixelBuffer? {
    sourceFrame(byTrackID: trackID).map { CVReadOnlyPixelBuffer(unsafeBuffer: $0) }
  }

  /// Outputs a frame, which may be a source frame.
  public func finish(withComposedPixelBuffer composedPixelBuffer: CVReadOnlyPixelBuffer) {
    composedPixelBuffer.withUnsafeBuffer { finish(withComposedVideoFrame: $0) }
  }
}

extension AVVideoCompositionRenderContext {
  /// A frame to draw on; its pixels are undefined.
  public func makeMutablePixelBuffer() throws -> CVMutablePixelBuffer {
    guard let buffer = newPixelBuffer() else {
      throw CVError(rawValue: kCVReturnError)
    }
    return CVMutablePixelBuffer(unsafeBuffer: buffer)
  }
}
