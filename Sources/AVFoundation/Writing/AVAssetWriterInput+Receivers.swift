import CutawayMedia

extension AVAssetWriterInput {
  /// Takes the samples of an input.
  public final class SampleBufferReceiver: Sendable {
    private let input: AVAssetWriterInput

    init(_ input: AVAssetWriterInput) { self.input = input }

    /// Waits for room, and appends a sample.
    ///
    /// - Throws: ``AVError`` if the writer has not started, or has failed.
    public nonisolated(nonsending) func append(
      _ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
    ) async throws {
      try await input.waitAndTake { input in
        sampleBuffer.withUnsafeSampleBuffer { input.append($0) }
      }
    }

    /// Appends a sample if there is room.
    ///
    /// - Returns: Whether there was room.
    /// - Throws: ``AVError`` if the writer has not started, or has failed.
    public func appendImmediately(
      _ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
    ) throws -> Bool {
      try input.takeIfReady { input in sampleBuffer.withUnsafeSampleBuffer { input.append($0) } }
    }

    /// Ends the track.
    public func finish() { input.markAsFinished() }
  }

  /// Takes frames in memory for an input.
  public final class PixelBufferReceiver: Sendable {
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    /// The format and the size of the pool's frames.
    public let sourcePixelBufferAttributes: CVPixelBufferCreationAttributes?

    init(_ input: AVAssetWriterInput, _ attributes: CVPixelBufferCreationAttributes?) {
      sourcePixelBufferAttributes = attributes
      adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: input, sourcePixelBufferAttributes: attributes?.dictionary)
    }

    /// Frames of the format and the size of the attributes, or of the input's settings; `nil` before the writer has started.
    public var pixelBufferPool: CVMutablePixelBuffer.Pool? {
      adaptor.pixelBufferPool.map { CVMutablePixelBuffer.Pool(unsafePool: $0) }
    }

    /// Waits for room, and appends a frame.
    ///
    /// - Throws: ``AVError`` if the writer has not started, or has failed.
    public nonisolated(nonsending) func append(
      _ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime
    ) async throws {
      try await adaptor.assetWriterInput.waitAndTake { input in
        pixelBuffer.withUnsafeBuffer { input.append($0, at: presentationTime, lasting: .invalid) }
      }
    }

    /// Appends a frame if there is room.
    ///
    /// - Returns: Whether there was room.
    /// - Throws: ``AVError`` if the writer has not started, or has failed.
    public func appendImmediately(
      _ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime
    ) throws -> Bool {
      try adaptor.assetWriterInput.takeIfReady { input in
        pixelBuffer.withUnsafeBuffer { input.append($0, at: presentationTime, lasting: .invalid) }
      }
    }

    /// Ends the track.
    public func finish() { adaptor.assetWriterInput.markAsFinished() }
  }

  fileprivate nonisolated(nonsending) func waitAndTake(
    _ append: @Sendable (AVAssetWriterInput) -> Bool
  ) async throws {
    try checkWriter()
    let isTaken = await onBlockingThread { append(self) }
    if !isTaken { throw failure }
  }

  fileprivate func takeIfReady(_ append: (AVAssetWriterInput) -> Bool) throws -> Bool {
    try checkWriter()
    guard isReadyForMoreMediaData else { return false }
    guard append(self) else { throw failure }
    return true
  }

  private func checkWriter() throws {
    if writer?.status == .writing { return }
    if let error = writer?.error { throw error }
    throw AVError(.operationNotAllowed, "the writer has not started, or has ended")
  }

  private var failure: any Error {
    writer?.error ?? AVError(.operationNotAllowed, "the input has ended")
  }
}

extension AVAssetWriter {
  /// Creates the file.
  ///
  /// - Throws: ``AVError`` if it cannot be created.
  public func start() throws {
    guard !startWriting() else { return }
    throw error ?? AVError(.operationNotAllowed, "the writer has started before")
  }

  /// Adds an input, and takes its samples.
  public func inputReceiver(
    for input: AVAssetWriterInput
  ) -> sending AVAssetWriterInput.SampleBufferReceiver {
    add(input)
    return AVAssetWriterInput.SampleBufferReceiver(input)
  }

  /// Adds an input, and takes its frames.
  ///
  /// - Parameters:
  ///   - input: The input; one that was added before stays.
  ///   - pixelBufferAttributes: The format and the size of the receiver's pool; those of the input's settings by default.
  /// - Returns: The receiver.
  public func inputPixelBufferReceiver(
    for input: AVAssetWriterInput, pixelBufferAttributes: CVPixelBufferCreationAttributes?
  ) -> sending AVAssetWriterInput.PixelBufferReceiver {
    if input.writer !== self { add(input) }
    return AVAssetWriterInput.PixelBufferReceiver(input, pixelBufferAttributes)
  }
}
