// Names of settings; their values are Apple's.

/// The primaries of BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The primaries of EBU Tech 3213.
public let AVVideoColorPrimaries_EBU_3213 = "EBU_3213"
/// The primaries of SMPTE C.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// The primaries of Display P3.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The primaries of BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// The transfer function of BT.709.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The transfer function of SMPTE 240M.
public let AVVideoTransferFunction_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// PQ.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// Linear.
public let AVVideoTransferFunction_Linear = "Linear"
/// sRGB.
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// The matrix of BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// The matrix of SMPTE 240M.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// The matrix of BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"

/// The key of a codec.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of a width.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of a height.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of properties of a compression.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of a bit rate.
public let AVVideoAverageBitRateKey = "AverageBitRate"

/// A codec of video.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String
  /// Creates a codec.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// H.264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// HEVC.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// Motion JPEG.
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  /// ProRes 422.
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  /// ProRes 4444.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}

/// How a picture fills a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a gravity.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Fits.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// Covers.
  public static let resizeAspectFill = AVLayerVideoGravity(
    rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// Each axis on its own.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// The largest rectangle of an aspect ratio in another one, centred.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  guard aspectRatio.width > 0, aspectRatio.height > 0 else { return boundingRect }
  let scale = min(
    boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
  let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
  return CGRect(
    x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2,
    width: size.width, height: size.height)
}
