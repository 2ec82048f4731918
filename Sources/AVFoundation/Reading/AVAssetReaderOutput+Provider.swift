import CutawayMedia

extension AVAssetReaderOutput {
  /// What providers deliver.
  public protocol SupportedPayload: Sendable {}

  /// Delivers the samples of an output, of which one task at a time waits for the next.
  public final class Provider<Payload: SupportedPayload>: Sendable {
    private let read: @Sendable () throws -> Payload?

    init(_ read: @escaping @Sendable () throws -> Payload?) { self.read = read }

    /// Waits for the next sample.
    ///
    /// - Returns: `nil` at the end.
    /// - Throws: ``AVError`` if the reader has not started, has failed, or was cancelled.
    public nonisolated(nonsending) func next() async throws -> Payload? {
      let read = read
      return try await onBlockingThread { try read() }
    }
  }
}

extension CMReadySampleBuffer: AVAssetReaderOutput.SupportedPayload {}

extension AVAssetReader {
  /// Starts to read.
  ///
  /// - Throws: ``AVError`` if an output cannot be read.
  public func start() throws {
    guard !startReading() else { return }
    throw error ?? AVError(.operationNotAllowed, "the reader has started before")
  }

  /// Adds an output, and provides its samples.
  public func outputProvider(
    for output: AVAssetReaderOutput
  ) -> sending AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>> {
    add(output)
    return AVAssetReaderOutput.Provider { [self] in
      guard output.reader === self, status != .unknown else {
        throw AVError(
          .operationNotAllowed, "the reader has not started, or the output is not one of its")
      }
      if let sample = output.copyNextSampleBuffer() {
        return CMReadySampleBuffer(unsafeBuffer: sample)
      }
      switch status {
      case .failed: throw error ?? AVError(.unknown)
      case .cancelled: throw AVError(.operationCancelled, "the reader was cancelled")
      default: return nil
      }
    }
  }
}
