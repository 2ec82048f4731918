import Foundation

extension CMSampleBuffer {
  /// The times of a sample.
  ///
  /// - Throws: `NSError` with ``kCMSampleBufferError_SampleIndexOutOfRange`` if there is no such sample.
  public func sampleTimingInfo(at index: CMItemCount) throws -> CMSampleTimingInfo {
    guard (0..<numSamples).contains(index) else {
      throw NSError(
        domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_SampleIndexOutOfRange))
    }
    var timing = timing
    if index > 0 {
      timing.presentationTimeStamp =
        timing.presentationTimeStamp + CMTimeMultiply(timing.duration, multiplier: Int32(index))
    }
    return timing
  }

  /// The times of the first sample, whose duration all have, as Core Media stores them.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timing] }

  /// The bytes of a sample; 0 if they are not known.
  public func sampleSize(at index: CMItemCount) -> Int {
    sizes.count == 1 ? sizes[0] : sizes.indices.contains(index) ? sizes[index] : 0
  }

  /// The bytes of each sample; one number if all are alike.
  public func sampleSizes() throws -> [Int] { sizes }

  /// States when the first sample is presented in an output of another speed or order.
  ///
  /// Writers take ``presentationTimeStamp``.
  public func setOutputPresentationTimeStamp(_ time: CMTime) throws { outputTime = time }
}

/// States when the first sample is presented in an output of another speed or order.
///
/// - Returns: 0.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue: CMTime
) -> OSStatus {
  sbuf.outputTime = newValue
  return 0
}

/// Copies the times of samples: those of the first one, whose duration all have.
///
/// - Parameters:
///   - sbuf: The samples.
///   - numSampleTimingEntries: How many entries there is room for.
///   - timingArrayOut: Gets the times; `nil` only counts.
///   - timingArrayEntriesNeededOut: Gets the number of entries.
/// - Returns: 0, or why not.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  if let needed = unsafe timingArrayEntriesNeededOut { unsafe needed.pointee = 1 }
  guard let target = unsafe timingArrayOut else { return 0 }
  guard numSampleTimingEntries > 0 else { return kCMSampleBufferError_ArrayTooSmall }
  unsafe target.pointee = sbuf.timing
  return 0
}
