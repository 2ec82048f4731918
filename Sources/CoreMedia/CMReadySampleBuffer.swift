extension CMSampleBuffer {
  /// What a sample contains: ``DynamicContent``, `CVReadOnlyPixelBuffer` or ``CMReadOnlyDataBlockBuffer``.
  public protocol Content: Sendable {}
  /// Content that has a format.
  public protocol ContentWithFormatDescription: Content {}
  /// Content of several samples.
  public protocol MultiSampleContent: Content {}

  /// The kind of content.
  public enum ContentType: Sendable, Hashable {
    /// A frame in memory, bytes, or nothing.
    case pixelBuffer, dataBuffer, markerOnly
  }

  /// Content whose kind is known at run time.
  public enum DynamicContent: MultiSampleContent {
    /// A frame in memory.
    case pixelBuffer(CVReadOnlyPixelBuffer)
    /// Packets or uncompressed sound.
    case dataBuffer(CMReadOnlyDataBlockBuffer)
    /// Nothing.
    case markerOnly
  }

  /// The kind of the content.
  public var contentType: ContentType {
    imageBuffer != nil ? .pixelBuffer : dataBuffer != nil ? .dataBuffer : .markerOnly
  }
}

extension CVReadOnlyPixelBuffer: CMSampleBuffer.ContentWithFormatDescription {}
extension CMReadOnlyDataBlockBuffer: CMSampleBuffer.ContentWithFormatDescription,
  CMSampleBuffer.MultiSampleContent
{}

/// A frame, encoded packets or a block of sound, which does not change.
public struct CMReadySampleBuffer<Content: CMSampleBuffer.Content>: Sendable {
  fileprivate let buffer: CMSampleBuffer

  /// The kind of the content.
  public var contentType: CMSampleBuffer.ContentType { buffer.contentType }
  /// The format; `nil` for markers.
  public var formatDescription: CMFormatDescription? { buffer.formatDescription }
  /// When the first sample is presented.
  public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }
  /// When the first sample must be decoded; invalid if samples are presented in their order.
  public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }
  /// How long all samples are presented.
  public var duration: CMTime { buffer.duration }
  /// When the first sample is presented in the output.
  public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }
  /// When the first sample must be decoded for the output.
  public var outputDecodeTimeStamp: CMTime { buffer.outputDecodeTimeStamp }
  /// How long all samples are presented in the output.
  public var outputDuration: CMTime { buffer.outputDuration }

  /// Calls a closure with the buffer, which it must not change.
  public func withUnsafeSampleBuffer<R>(
    _ body: (CMSampleBuffer) throws -> sending R
  ) rethrows -> sending R { try body(buffer) }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.MultiSampleContent {
  /// The number of samples; 0 for markers.
  public var sampleCount: Int { contentType == .markerOnly ? 0 : buffer.numSamples }
  /// The bytes of all samples; 0 for frames in memory.
  public var totalSampleSize: Int { buffer.totalSampleSize }
}

extension CMReadySampleBuffer where Content == CMSampleBuffer.DynamicContent {
  /// Creates a value of a buffer that nobody changes from now on.
  public init(unsafeBuffer: sending CMSampleBuffer) { buffer = unsafeBuffer }

  /// Creates a value of the same buffer.
  public init(_ other: CMReadySampleBuffer<some CMSampleBuffer.Content>) { buffer = other.buffer }

  /// The content.
  public var content: CMSampleBuffer.DynamicContent {
    if let image = buffer.imageBuffer {
      .pixelBuffer(CVReadOnlyPixelBuffer(unsafeBuffer: image))
    } else if let data = buffer.dataBuffer {
      .dataBuffer(CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: data))
    } else {
      .markerOnly
    }
  }
}

extension CMReadySampleBuffer where Content == CVReadOnlyPixelBuffer {
  /// Creates a value of the same buffer; `nil` if it contains no frame.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .pixelBuffer else { return nil }
    buffer = other.buffer
  }

  /// Creates a sample of a frame.
  public init(
    pixelBuffer: CVReadOnlyPixelBuffer, formatDescription: CMVideoFormatDescription,
    presentationTimeStamp: CMTime, duration: CMTime
  ) {
    buffer = CMSampleBuffer(
      image: pixelBuffer.withUnsafeBuffer { $0 }, format: formatDescription, count: 1,
      timing: CMSampleTimingInfo(
        duration: duration, presentationTimeStamp: presentationTimeStamp), sizes: [])
  }

  /// The frame.
  public var content: CVReadOnlyPixelBuffer {
    guard let image = buffer.imageBuffer else {
      preconditionFailure("the initializers make sure that there is a frame")
    }
    return CVReadOnlyPixelBuffer(unsafeBuffer: image)
  }
}

extension CMReadySampleBuffer where Content == CMReadOnlyDataBlockBuffer {
  /// Creates a value of the same buffer; `nil` if it contains no bytes.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .dataBuffer else { return nil }
    buffer = other.buffer
  }

  /// Creates a block of uncompressed sound.
  ///
  /// - Parameters:
  ///   - audioDataBuffer: The samples.
  ///   - formatDescription: Their format.
  ///   - sampleCount: The number of samples of a channel.
  ///   - presentationTimeStamp: When the first one is presented.
  public init(
    audioDataBuffer: CMReadOnlyDataBlockBuffer, formatDescription: CMAudioFormatDescription,
    sampleCount: Int, presentationTimeStamp: CMTime
  ) {
    let rate = formatDescription.audioStreamBasicDescription?.mSampleRate ?? 0
    buffer = CMSampleBuffer(
      data: audioDataBuffer.withUnsafeBlockBuffer { $0 }, format: formatDescription,
      count: sampleCount,
      timing: CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: CMTimeScale(rate)),
        presentationTimeStamp: presentationTimeStamp), sizes: [])
  }

  /// The bytes.
  public var content: CMReadOnlyDataBlockBuffer {
    guard let data = buffer.dataBuffer else {
      preconditionFailure("the initializers make sure that there are bytes")
    }
    return CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: data)
  }
}
