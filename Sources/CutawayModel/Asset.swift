/// A media file, by the name that a composition gives it.
public struct Asset: Sendable, Hashable, Codable, Identifiable {
  public typealias ID = String

  public var id: ID
  /// A URI, or a path relative to the working directory.
  public var location: String
  /// What the colours of its pictures mean, whatever the file says; `nil` is what the file says.
  public var colorimetry: Colorimetry?

  /// Matrix, transfer function, primaries and range of Y′CbCr, by names of standards.
  public enum Colorimetry: String, Sendable, Hashable, Codable, CaseIterable {
    /// SD of 525 lines (NTSC): the matrix of BT.601, the primaries of SMPTE 170M.
    case bt601
    /// SD of 625 lines (PAL, SECAM): the matrix of BT.601, the primaries of EBU Tech. 3213.
    case bt470bg
    /// HD.
    case bt709
    /// Early HD.
    case smpte240m
    /// UHD in standard dynamic range.
    case bt2020
    /// UHD in high dynamic range with SMPTE ST 2084.
    case pq = "bt2100-pq"
    /// UHD in high dynamic range with hybrid log-gamma.
    case hlg = "bt2100-hlg"
    /// Full range with the matrix of BT.601 and the primaries of BT.709, as JFIF has it.
    case jpeg
  }

  public init(id: ID, location: String, colorimetry: Colorimetry? = nil) {
    self.id = id
    self.location = location
    self.colorimetry = colorimetry
  }
}
