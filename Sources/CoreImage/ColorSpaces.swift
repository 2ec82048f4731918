import CutawayImaging

extension ColorCoding {
  /// What the numbers of a colour space mean; `nil` if the space is not known.
  init?(_ space: CGColorSpace) {
    guard let name = space.name else { return nil }
    let isLinear = name.contains("Linear")
    let transfer: Transfer
    switch true {
    case isLinear: transfer = .linear
    case name.hasSuffix("_HLG"): transfer = .hlg
    case name.hasSuffix("_PQ"): transfer = .pq
    case name.contains("ITUR_709"), name.contains("ITUR_2020"), name.contains("CoreMedia709"):
      transfer = .bt709
    case name.contains("Gamma2_2"): transfer = .gamma(2.2)
    default: transfer = .sRGB
    }
    let primaries: Primaries =
      name.contains("P3")
      ? .displayP3 : name.contains("2020") || name.contains("2100") ? .bt2020 : .bt709
    self.init(transfer, primaries)
  }

  /// What the numbers of a frame mean, by its attachments; `nil` if it has none.
  init?(_ buffer: CVPixelBuffer) {
    if let space = CVBufferCopyAttachment(buffer, kCVImageBufferCGColorSpaceKey, nil)
      as? CGColorSpace
    {
      self.init(space)
      return
    }
    let transfer = CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil)
    let primaries = CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil)
    if transfer == nil && primaries == nil { return nil }
    let curve: Transfer =
      switch transfer as? CFString {
      case kCVImageBufferTransferFunction_Linear: .linear
      case kCVImageBufferTransferFunction_sRGB: .sRGB
      case kCVImageBufferTransferFunction_ITU_R_2100_HLG: .hlg
      case kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: .pq
      default: .bt709
      }
    let colors: Primaries =
      switch primaries as? CFString {
      case kCVImageBufferColorPrimaries_ITU_R_2020: .bt2020
      case kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferColorPrimaries_DCI_P3: .displayP3
      case kCVImageBufferColorPrimaries_SMPTE_C: .smpteC
      case kCVImageBufferColorPrimaries_EBU_3213: .ebu3213
      default: .bt709
      }
    self.init(curve, colors)
  }
}

extension PlanarLayout {
  /// The layout of a frame with luma and chroma in two planes; `nil` if it has another one.
  init?(_ buffer: CVPixelBuffer, _ coding: ColorCoding) {
    let depth: Int, isFullRange: Bool, chroma: Chroma
    switch CVPixelBufferGetPixelFormatType(buffer) {
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
      (depth, isFullRange, chroma) = (8, false, .halved)
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      (depth, isFullRange, chroma) = (8, true, .halved)
    case kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange:
      (depth, isFullRange, chroma) = (8, false, .halvedColumns)
    case kCVPixelFormatType_422YpCbCr8BiPlanarFullRange:
      (depth, isFullRange, chroma) = (8, true, .halvedColumns)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange:
      (depth, isFullRange, chroma) = (10, false, .halved)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      (depth, isFullRange, chroma) = (10, true, .halved)
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange:
      (depth, isFullRange, chroma) = (10, false, .halvedColumns)
    case kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
      (depth, isFullRange, chroma) = (10, true, .halvedColumns)
    default: return nil
    }
    let matrix: Matrix =
      switch CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? CFString {
      case kCVImageBufferYCbCrMatrix_ITU_R_601_4: .bt601
      case kCVImageBufferYCbCrMatrix_ITU_R_2020: .bt2020
      case kCVImageBufferYCbCrMatrix_ITU_R_709_2: .bt709
      default:
        coding.primaries == .bt2020
          ? .bt2020
          : CVPixelBufferGetHeight(buffer) < 720 && coding.primaries != .bt709 ? .bt601 : .bt709
      }
    self.init(
      depth: depth, isHighAligned: true, isFullRange: isFullRange, chroma: chroma,
      hasPairs: true, matrix: matrix, coding: coding)
  }
}

extension PackedLayout {
  /// The layout of a frame of packed pixels; `nil` if it has another one.
  init?(_ format: OSType, _ coding: ColorCoding) {
    switch format {
    case kCVPixelFormatType_32BGRA:
      self.init(.byte, places: SIMD4(2, 1, 0, 3), count: 4, alpha: .premultiplied, coding: coding)
    case kCVPixelFormatType_32RGBA:
      self.init(.byte, places: SIMD4(0, 1, 2, 3), count: 4, alpha: .premultiplied, coding: coding)
    case kCVPixelFormatType_32ARGB:
      self.init(.byte, places: SIMD4(1, 2, 3, 0), count: 4, alpha: .premultiplied, coding: coding)
    case kCVPixelFormatType_24RGB:
      self.init(.byte, places: SIMD4(0, 1, 2, 0), count: 3, alpha: .none, coding: coding)
    case kCVPixelFormatType_OneComponent8:
      self.init(.byte, places: SIMD4(0, 0, 0, 0), count: 1, alpha: .none, coding: coding)
    case kCVPixelFormatType_64ARGB:
      self.init(
        .word(isBigEndian: true), places: SIMD4(1, 2, 3, 0), count: 4, alpha: .premultiplied,
        coding: coding)
    default: return nil
    }
  }
}

extension CGColorSpace {
  /// The space of a coding; sRGB for those that have no space of Core Graphics.
  convenience init(_ coding: ColorCoding) {
    let name: CFString
    switch (coding.transfer, coding.primaries) {
    case (.linear, _): name = CGColorSpace.linearSRGB
    case (.hlg, _): name = CGColorSpace.itur_2100_HLG
    case (.pq, _): name = CGColorSpace.itur_2100_PQ
    case (.bt709, .bt2020): name = CGColorSpace.itur_2020
    case (.bt709, _): name = CGColorSpace.itur_709
    case (_, .displayP3): name = CGColorSpace.displayP3
    default: name = CGColorSpace.sRGB
    }
    self.init(rgb: name)
  }
}
