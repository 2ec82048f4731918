public import CutawayKeyframes
import FoundationEssentials

extension StillImage: Codable {
  /// Decodes the text form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let image = Self(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected an image: WIDTHxHEIGHT:PIXELS")
    }
    self = image
  }

  /// Encodes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Width, height and the pixels in Base64: `1x1:AAD/gA==`.
  package var text: String { "\(width)x\(height):" + Data(pixels).base64EncodedString() }

  /// Reads the text form; the result is `nil` for other texts.
  package init?(text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
      .map { Int32($0) ?? 0 }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0,
      let data = Data(base64Encoded: String(parts[1])),
      data.count == Int(sides[0]) * Int(sides[1]) * 4
    else { return nil }
    self.init(size: PixelSize(width: Int(sides[0]), height: Int(sides[1])), pixels: Array(data))
  }
}
