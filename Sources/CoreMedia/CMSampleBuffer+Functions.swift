/// An argument has no possible value.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12_731
/// There are no such samples.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12_737
/// The index is not of a sample.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12_735

/// When the first sample is presented.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}
/// When the first sample is presented.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}
/// When the first sample must be decoded; invalid if samples are presented in their order.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.decodeTimeStamp
}
/// How long all samples are presented.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// How long all samples are presented.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputDuration
}
/// The number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
/// A frame in memory; `nil` for other samples.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}
/// The bytes of packets or sound; `nil` for frames in memory.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? {
  sbuf.dataBuffer
}
/// The format.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}
/// The bytes of all samples; 0 for frames in memory.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }
/// The bytes of a sample; 0 for frames in memory.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemCount) -> Int
{
  sbuf.sampleSize(at: sampleIndex)
}
/// Always `true`.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Always `true`: the bytes are in memory.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { true }
/// Nothing: the memory belongs to the buffer's references.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus { 0 }

/// The times of a sample.
///
/// - Returns: 0, or why not.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemCount,
  timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  // The only error there is.
  guard let timing = try? sbuf.sampleTimingInfo(at: sampleIndex) else {
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  unsafe timingInfoOut.pointee = timing
  return 0
}

/// Creates a sample of a frame in memory.
///
/// - Returns: 0.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe sampleBufferOut.initialize(
    to: CMSampleBuffer(
      image: imageBuffer, format: formatDescription, count: 1, timing: sampleTiming.pointee,
      sizes: []))
  return 0
}

/// Creates a sample of a frame in memory.
///
/// - Returns: 0.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: UnsafeRawPointer?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMSampleBufferCreateReadyWithImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
    sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// Creates samples of bytes, which must be there: the callback is never called.
///
/// - Returns: 0.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: UnsafeRawPointer?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
  sampleTimingEntryCount: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMSampleBufferCreateReady(
    allocator: allocator, dataBuffer: dataBuffer, formatDescription: formatDescription,
    sampleCount: numSamples, sampleTimingEntryCount: sampleTimingEntryCount,
    sampleTimingArray: sampleTimingArray, sampleSizeEntryCount: sampleSizeEntryCount,
    sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
}

/// Creates samples of bytes.
///
/// - Returns: 0.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let timing = unsafe sampleTimingEntryCount > 0 ? sampleTimingArray?.pointee : nil
  let sizes = unsafe sampleSizeArray.map {
    unsafe Array(UnsafeBufferPointer(start: $0, count: sampleSizeEntryCount))
  }
  unsafe sampleBufferOut.initialize(
    to: CMSampleBuffer(
      data: dataBuffer, format: formatDescription, count: numSamples, timing: timing ?? .invalid,
      sizes: sizes ?? []))
  return 0
}

/// Creates samples of sound; packets must have the same length.
///
/// - Returns: 0.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer,
  formatDescription: CMAudioFormatDescription, sampleCount numSamples: CMItemCount,
  presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let rate = formatDescription.audioStreamBasicDescription?.mSampleRate ?? 0
  let frames = formatDescription.audioStreamBasicDescription?.mFramesPerPacket ?? 1
  let duration =
    rate >= 1 ? CMTime(value: CMTimeValue(max(frames, 1)), timescale: CMTimeScale(rate)) : .invalid
  unsafe sampleBufferOut.initialize(
    to: CMSampleBuffer(
      data: dataBuffer, format: formatDescription, count: numSamples,
      timing: CMSampleTimingInfo(
        duration: duration, presentationTimeStamp: presentationTimeStamp),
      sizes: numSamples > 0 ? [dataBuffer.dataLength / numSamples] : []))
  return 0
}

/// Creates a copy with other times.
///
/// - Returns: 0, or why not.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard numSampleTimingEntries > 0, let timing = unsafe sampleTimingArray?.pointee else {
    return kCMSampleBufferError_RequiredParameterMissing
  }
  // The initializer fails only if there are no times.
  unsafe sampleBufferOut.initialize(
    to: try? CMSampleBuffer(
      copying: originalSBuf, withNewTiming: [timing]))
  return 0
}

/// The properties of each sample, by their names; `nil` if none are known.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  let list = sbuf.sampleAttachments
  if list.isEmpty { return createIfNecessary ? Array(repeating: [String: Any](), count: 1) : nil }
  return list
}

/// Whether an attachment goes on to copies.
public typealias CMAttachmentMode = UInt32
/// It does not.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// It does.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// A value that is attached to a buffer.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString,
  attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? { target.withAttachments { $0[key] } }

/// Attaches a value to a buffer.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?,
  attachmentMode: CMAttachmentMode
) { target.withAttachments { $0[key] = value } }
