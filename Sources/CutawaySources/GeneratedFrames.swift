package import CutawayKeyframes
package import CutawayOverlays
package import CutawayTime

/// Frames that GStreamer elements generate, in place of a file: `color:204060ff@1920x1080`.
///
/// The text form stands for a location in a launch line: what the frames show, their size and, if
/// they differ from each other, the duration of one, each after an `@`.
package struct GeneratedFrames: Sendable, Hashable {
  /// What the frames show.
  package enum Content: Sendable, Hashable {
    /// A colour: `color:rrggbbaa`.
    case color(Color)
    /// Grey noise: `noise:SEED`.
    case noise(seed: Int)
    /// Layers over a colour, in JSON: `layers:rrggbbaa,[…]`.
    case layers([OverlayLayer], over: Color)
    /// An image in memory: `image:` and its text form.
    case image(StillImage)
  }

  /// The seeds of noise.
  package static let seedRange = 0...0x7FFF_FFFF

  package var content: Content
  package var size: PixelSize
  /// Seconds per frame; `nil` for a still.
  package var frameDuration: MediaTime?

  package init(_ content: Content, size: PixelSize, frameDuration: MediaTime? = nil) {
    self.content = content
    self.size = size
    self.frameDuration = frameDuration
  }

  /// The colour that layers and noise lie over.
  package var base: Color {
    switch content {
    case .color(let color), .layers(_, over: let color): color
    case .noise, .image: .black
    }
  }

  /// The text form.
  package var text: String {
    let head =
      switch content {
      case .color(let color): "color:\(color.hexText)"
      case .noise(let seed): "noise:\(seed)"
      case .layers(let layers, let color):
        "layers:\(color.hexText),\(SharedLayers(layers).text)"
      case .image(let image): "image:\(image.text)"
      }
    return head + "@\(size.width)x\(size.height)" + (frameDuration.map { "@\($0)" } ?? "")
  }

  /// Reads the text form; the result is `nil` for other texts.
  package init?(text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let kind = text[..<colon]
    guard ["color", "noise", "layers", "image"].contains(kind) else { return nil }
    var rest = text[text.index(after: colon)...]
    func cut() -> Substring? {
      guard let at = rest.lastIndex(of: "@") else { return nil }
      defer { rest = rest[..<at] }
      return rest[rest.index(after: at)...]
    }
    guard var last = cut() else { return nil }
    if !last.contains("x") {
      guard let time = MediaTime(String(last)), time > .zero, let before = cut() else { return nil }
      frameDuration = time
      last = before
    }
    let sides = last.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) ?? 0 }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { return nil }
    size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
    switch kind {
    case "color":
      guard let color = Color(hexText: rest) else { return nil }
      content = .color(color)
    case "noise":
      guard let seed = Int(rest), Self.seedRange.contains(seed) else { return nil }
      content = .noise(seed: seed)
    case "image":
      guard let image = StillImage(text: rest), image.size == size else { return nil }
      content = .image(image)
    default:
      guard let color = Color(hexText: rest.prefix(8)), rest.dropFirst(8).first == ",",
        // Other texts are locations of files.
        let tree = try? SharedLayers(text: String(rest.dropFirst(9)))
      else { return nil }
      content = .layers(tree.layers, over: color)
    }
  }
}

extension Color {
  /// Red, green, blue and alpha as eight hexadecimal digits.
  fileprivate var hexText: String {
    [red, green, blue, alpha].reduce(into: "") {
      let digits = String($1, radix: 16)
      $0 += digits.count == 1 ? "0" + digits : digits
    }
  }

  fileprivate init?(hexText: Substring) {
    guard hexText.count == 8, let rgba = UInt32(hexText, radix: 16) else { return nil }
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }
}
