import CutawayModel

/// The colours and sizes of drawings; sizes are pixels.
enum Theme {
  static let background = Color(hex: 0x16181D)
  static let row = Color(hex: 0x1E2128)
  static let line = Color(hex: 0x333945)
  static let text = Color(hex: 0xE4E8EF)
  static let mutedText = Color(hex: 0x98A1B0)
  static let hatching = Color(hex: 0x3A414E)
  static let curve = Color(hex: 0xFFD84D)
  static let warning = Color(hex: 0xFF5A4F)

  /// The colour of a track, determined by its index in the composition.
  static func color(ofTrack index: Int) -> Color { tracks[index % tracks.count] }

  private static let tracks = [
    0x5B93F5, 0xEE9F3C, 0x43BE86, 0xD26FD0, 0xEC6A5E, 0x4FBFD4, 0xA28AF7, 0xBFC549,
  ].map(Color.init(hex:))

  static let margin = 24.0
  /// The width of the column for the names of tracks.
  static let gutter = 132.0
  static let titleHeight = 40.0
  static let rulerHeight = 30.0
  static let laneHeight = 24.0
  static let overlayHeight = 26.0
  static let canvasHeight = 84.0
  static let videoHeight = 92.0
  static let audioHeight = 68.0
  static let subtitleHeight = 60.0
  static func height(of type: Track.MediaType) -> Double {
    switch type {
    case .video: videoHeight
    case .audio: audioHeight
    case .subtitle: subtitleHeight
    }
  }

  /// The height of the strip for the name of a segment.
  static let nameHeight = 20.0
  static let gap = 8.0
  static let noteHeight = 22.0
}

extension Color {
  init(hex: Int) {
    self.init(
      red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  /// The same colour with an opacity of 0…1.
  func opacity(_ part: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: UInt8((part * 255).rounded()))
  }

  /// The colour mixed with black.
  ///
  /// `part` is the fraction of the colour, 0…1.
  func darker(_ part: Double) -> Color {
    func dark(_ byte: UInt8) -> UInt8 { UInt8((Double(byte) * part).rounded()) }
    return Color(red: dark(red), green: dark(green), blue: dark(blue), alpha: alpha)
  }
}
