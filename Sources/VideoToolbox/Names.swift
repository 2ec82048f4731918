public import CoreMedia

// Settings of encoders, which `AVVideoCompressionPropertiesKey` of a writer takes. Their values are Apple's.
// There are no sessions that encode or decode: `AVAssetWriter` encodes, and `AVAssetReader` decodes.

/// The key of a profile; accepted without effect.
public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// The key of whether frames come from a camera; accepted without effect.
public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// The key of a bit rate.
public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
/// The key of a quality from 0 to 1.
public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
/// The key of the largest distance of key frames, in frames.
public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
/// The key of the largest distance of key frames, in seconds.
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString =
  "MaxKeyFrameIntervalDuration"
/// The key that states whether decode order may differ from presentation order.
public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
/// The key of the frames per second that are expected.
public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
/// The key of the entropy coding of H.264; accepted without effect.
public let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"

/// A profile of H.264.
public let kVTProfileLevel_H264_Baseline_AutoLevel: CFString = "H264_Baseline_AutoLevel"
/// A profile of H.264.
public let kVTProfileLevel_H264_Main_AutoLevel: CFString = "H264_Main_AutoLevel"
/// A profile of H.264.
public let kVTProfileLevel_H264_High_AutoLevel: CFString = "H264_High_AutoLevel"
/// A profile of HEVC.
public let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// A profile of HEVC, with 10 bits.
public let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
