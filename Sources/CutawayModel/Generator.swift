public import CutawayKeyframes
public import CutawayOverlays
package import CutawayTime

/// A picture that needs no file: Cutaway generates it, or a program has its pixels.
///
/// Each frame is a function of its time and size alone: a seek shows the same frames as playback from
/// the start. The frames have the render size, but an image has its own.
public enum Generator: Sendable, Hashable, Codable {
  /// One colour, without an end.
  case color(Color)
  /// Colours that change into each other, without an end.
  case gradient(LayerGradient)
  /// Colour bars, without an end.
  case bars(Bars)
  /// Grey noise, which differs in each output frame, without an end.
  ///
  /// Other seeds give other noise.
  case noise(seed: Int)
  /// A leader that counts down to 1, one second each number, 1 to 99 numbers.
  case countdown(from: Int)
  /// An image in memory with the colours of sRGB, without an end.
  case image(StillImage)

  /// The pattern of colour bars.
  public enum Bars: String, Sendable, Hashable, Codable, CaseIterable {
    /// The pattern of SMPTE EG 1: bars of 75 %, reversed blue bars, −I, white, +Q and PLUGE.
    ///
    /// The bar below black is black, because R′G′B′ has no values below black.
    case smpte
    /// Eight bars of the EBU (ITU-R BT.471, 100/0/75/0): white of 100 %, colours of 75 %, black.
    case ebu
  }

  /// The numbers of a countdown.
  package static let countdownRange = 1...99
  /// The seeds of noise.
  package static let seedRange = GeneratedFrames.seedRange

  /// Whether frames differ from each other.
  package var moves: Bool {
    switch self {
    case .color, .gradient, .bars, .image: false
    case .noise, .countdown: true
    }
  }

  /// The description of the picture as if it were a file.
  ///
  /// - Parameters:
  ///   - size: The render size.
  ///   - frameDuration: The duration of an output frame.
  /// - Returns: The description.
  package func description(size: PixelSize, frameDuration: MediaTime) -> MediaDescription {
    var length: MediaTime?
    if case .countdown(let count) = self { length = MediaTime(Int64(count)) }
    let size = image?.size ?? size
    return MediaDescription(
      duration: length,
      videoTracks: [
        .init(
          size: size, frameDuration: moves ? frameDuration : nil, colorimetry: "bt709",
          hasAlpha: hasAlpha, bitDepth: 8, duration: length)
      ])
  }

  /// The image in memory, if it is one.
  package var image: StillImage? {
    if case .image(let image) = self { image } else { nil }
  }

  private var hasAlpha: Bool {
    switch self {
    case .image(let image): !image.isOpaque
    case .color(let color): color.alpha < 255
    case .gradient(let gradient): gradient.colors.contains { $0.alpha < 255 }
    case .bars, .noise, .countdown: false
    }
  }
}

extension Generator {
  /// The layers that draw the picture, from the bottom to the top, and the colour below them; `nil` for
  /// pictures without layers.
  package func drawing(in size: PixelSize) -> (layers: [OverlayLayer], over: Color)? {
    switch self {
    case .color, .noise, .image: nil
    case .gradient(let gradient):
      (
        [OverlayLayer(.gradient(gradient), covering: Area(size))],
        hasAlpha ? Color(red: 0, green: 0, blue: 0, alpha: 0) : .black
      )
    case .bars(.smpte): (smpteBars(in: size), .black)
    case .bars(.ebu): (ebuBars(in: size), .black)
    case .countdown(let count): (countdownLayers(from: count, in: size), .leader)
    }
  }
}

/// A rectangle in pixels.
private struct Area {
  var left: Double, top: Double, right: Double, bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ size: PixelSize) {
    self.init(left: 0, top: 0, right: Double(size.width), bottom: Double(size.height))
  }
}

extension OverlayLayer {
  /// A layer that fills an area.
  fileprivate init(_ content: LayerContent = .box, covering area: Area) {
    self.init(content)
    position = .corner(x: .pixels(area.left), y: .pixels(area.top))
    (width, height) = (.pixels(area.right - area.left), .pixels(area.bottom - area.top))
  }
}

// MARK: Bars

/// The colours of bars in order of luma, each component 75 % or 0.
private let barColors: [Color] = [
  Color(red: 191, green: 191, blue: 191), Color(red: 191, green: 191, blue: 0),
  Color(red: 0, green: 191, blue: 191), Color(red: 0, green: 191, blue: 0),
  Color(red: 191, green: 0, blue: 191), Color(red: 191, green: 0, blue: 0),
  Color(red: 0, green: 0, blue: 191),
]

/// A row of bars; the edges are parts of the width, rounded to whole pixels.
private func row(
  _ bars: [(Color, until: Double)], from top: Double, to bottom: Double, in size: PixelSize
) -> [OverlayLayer] {
  var start = 0.0
  return bars.map { color, end in
    let width = Double(size.width), height = Double(size.height)
    var layer = OverlayLayer(
      covering: Area(
        left: (start * width).rounded(), top: (top * height).rounded(),
        right: (end * width).rounded(), bottom: (bottom * height).rounded()))
    layer.background = color
    start = end
    return layer
  }
}

private func smpteBars(in size: PixelSize) -> [OverlayLayer] {
  let sevenths = (1...7).map { Double($0) / 7 }
  let blue = [6, nil, 4, nil, 2, nil, 0].map { $0.map { barColors[$0] } ?? .black }
  let lowest: [(Color, until: Double)] = [
    // −I and +Q in R′G′B′, with negative components clipped.
    (Color(red: 0, green: 33, blue: 76), 5 / 28), (.white, 10 / 28),
    (Color(red: 50, green: 0, blue: 106), 15 / 28), (.black, 17 / 21),
    // PLUGE: black, and 4 % above it.
    (Color(red: 10, green: 10, blue: 10), 18 / 21), (.black, 1),
  ]
  return row(zip(barColors, sevenths).map { ($0, $1) }, from: 0, to: 2 / 3, in: size)
    + row(zip(blue, sevenths).map { ($0, $1) }, from: 2 / 3, to: 3 / 4, in: size)
    + row(lowest, from: 3 / 4, to: 1, in: size)
}

private func ebuBars(in size: PixelSize) -> [OverlayLayer] {
  let colors = [.white] + barColors.dropFirst() + [.black]
  return row(
    colors.enumerated().map { ($1, Double($0 + 1) / 8) }, from: 0, to: 1, in: size)
}

// MARK: Countdown

extension Color {
  /// The background of a leader.
  fileprivate static let leader = Color(red: 48, green: 48, blue: 48)
  /// What the clock hand has swept over.
  fileprivate static let swept = Color(red: 96, green: 96, blue: 96)
}

/// A number that a clock hand sweeps over once per second, clockwise from the top.
private func countdownLayers(from count: Int, in size: PixelSize) -> [OverlayLayer] {
  let area = Area(size), x = area.right / 2, y = area.bottom / 2
  let unit = min(area.right, area.bottom), radius = 0.42 * unit
  func circle(_ radius: Double) -> LayerShape.Outline {
    .path(
      "M\(x) \(y - radius)A\(radius) \(radius) 0 0 1 \(x) \(y + radius)"
        + "A\(radius) \(radius) 0 0 1 \(x) \(y - radius)Z")
  }
  func line(_ outline: LayerShape.Outline, _ color: Color, width: Double) -> OverlayLayer {
    OverlayLayer(
      .shape(LayerShape(outline, fill: nil, stroke: .init(color: color, width: width))),
      covering: area)
  }
  // A line as thick as the circle's radius is a disc, which grows with the length of the line.
  var sweep = line(circle(radius / 2), .swept, width: radius)
  sweep.animations = [
    LayerAnimation(
      .strokeEnd, .basic(from: .number(0), to: .number(1), by: nil), duration: MediaTime(1),
      repeatCount: Double(count))
  ]
  let thin = max(1, 0.006 * unit)
  let cross = LayerShape.Outline.path("M0 \(y)H\(area.right)M\(x) 0V\(area.bottom)")
  var number = OverlayLayer(
    .text(
      LayerText(
        .instants(
          (0..<count).map {
            LayerTextInstant(at: MediaTime(Int64($0)), [LayerTextSpan("\(count - $0)")])
          }),
        font: LayerFont(size: 0.45 * unit, weight: 700), alignment: .center)))
  number.position = .center
  return [
    sweep, line(cross, .white, width: thin), line(circle(radius), .white, width: thin),
    line(circle(0.36 * unit), .white, width: thin), number,
  ]
}
