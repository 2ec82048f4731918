/// A media file, under the name that a composition gives it.
public struct Asset: Sendable, Hashable, Codable, Identifiable {
  /// The name of an asset in its composition.
  public typealias ID = String

  /// The name that segments refer to; unique in a composition.
  public var id: ID
  /// A URI, or a path relative to the working directory.
  public var location: String
  /// Overrides the colorimetry that the file states for its video; `nil` uses that of the file.
  public var colorimetry: Colorimetry?

  /// Matrix, transfer function, primaries and range of Y′CbCr, named after standards.
  public enum Colorimetry: String, Sendable, Hashable, Codable, CaseIterable {
    /// 525-line SD (NTSC): the matrix of BT.601, the primaries of SMPTE 170M.
    case bt601
    /// 625-line SD (PAL, SECAM): the matrix of BT.601, the primaries of EBU Tech. 3213.
    case bt470bg
    /// HD (BT.709).
    case bt709
    /// Early HD (SMPTE 240M).
    case smpte240m
    /// UHD in standard dynamic range (BT.2020).
    case bt2020
    /// UHD in high dynamic range (BT.2100) with the transfer function of SMPTE ST 2084.
    case pq = "bt2100-pq"
    /// UHD in high dynamic range (BT.2100) with hybrid log-gamma.
    case hlg = "bt2100-hlg"
    /// Full range with the matrix of BT.601 and the primaries of BT.709, as in JFIF.
    case jpeg
  }

  /// Creates an asset; the file is not opened.
  public init(id: ID, location: String, colorimetry: Colorimetry? = nil) {
    self.id = id
    self.location = location
    self.colorimetry = colorimetry
  }
}
