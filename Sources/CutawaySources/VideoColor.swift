/// The primaries of rendered video, named as AVFoundation's `AVVideoColorPrimaries`.
public enum ColorPrimaries: String, Sendable, Hashable, Codable, CaseIterable {
  /// ITU-R BT.709, of standard dynamic range.
  case bt709
  /// ITU-R BT.2020, of high dynamic range.
  case bt2020
}

/// The transfer function of rendered video, named as AVFoundation's `AVVideoTransferFunction`.
public enum TransferFunction: String, Sendable, Hashable, Codable, CaseIterable {
  /// ITU-R BT.709: standard dynamic range.
  case bt709
  /// Hybrid log-gamma of ITU-R BT.2100: high dynamic range.
  case hlg
  /// SMPTE ST 2084 of ITU-R BT.2100, the perceptual quantizer: high dynamic range.
  case pq

  /// Whether the dynamic range is high.
  public var isHDR: Bool { self != .bt709 }

  /// The primaries that belong to the transfer function.
  public var primaries: ColorPrimaries { isHDR ? .bt2020 : .bt709 }

  /// The matrix that belongs to the transfer function.
  public var matrix: YCbCrMatrix { isHDR ? .bt2020 : .bt709 }
}

/// The matrix between R′G′B′ and Y′CbCr of rendered video, named as AVFoundation's
/// `AVVideoYCbCrMatrix`.
public enum YCbCrMatrix: String, Sendable, Hashable, Codable, CaseIterable {
  /// ITU-R BT.709, of standard dynamic range.
  case bt709
  /// ITU-R BT.2020 with non-constant luminance, of high dynamic range.
  case bt2020
}

/// The resolution of chroma.
public enum ChromaSubsampling: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Half the columns and rows of luma.
  case halved = "4:2:0"
  /// Half the columns of luma, and all rows.
  case halvedColumns = "4:2:2"
  /// The resolution of luma.
  case full = "4:4:4"

  /// Whether the first has fewer chroma samples.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
