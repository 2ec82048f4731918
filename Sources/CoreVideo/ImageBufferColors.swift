// Names of attachments that describe colours; their values are Apple's.

/// The key of primaries.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The key of a transfer function.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The key of a matrix.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The key of a colour space of Core Graphics.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The key of the aspect ratio of pixels.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The key of the width in an aspect ratio of pixels.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The key of the height in an aspect ratio of pixels.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The key of the visible part.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The key of the display of the mastering, as in SMPTE ST 2086.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The key of the light of the content, as in CTA-861.3.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"

/// The primaries of BT.709.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of EBU Tech 3213.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of SMPTE C.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of Display P3.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The primaries of DCI P3.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"

/// The transfer function of BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer function of SMPTE 240M.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The transfer function of BT.2020.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// Linear.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// PQ.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// HLG.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"

/// The matrix of BT.709.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of BT.601.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of SMPTE 240M.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The matrix of BT.2020.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
