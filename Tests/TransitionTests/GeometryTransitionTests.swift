import CutawayElementKit
import CutawayTransitions
import Foundation
import TestSupport
import Testing

/// Transitions that move and scale pictures, and the fade through a colour.
@Suite struct GeometryTransitionTests {
  private static let directions: [Direction] = [.left, .right, .up, .down]

  private static func vector(_ direction: Direction) -> (x: Double, y: Double) {
    switch direction {
    case .left: (-1, 0)
    case .right: (1, 0)
    case .up: (0, -1)
    case .down: (0, 1)
    }
  }

  /// A picture whose samples grow evenly to the right and down; every filter keeps it.
  private static func slope(_ format: PlanarFormat, from level: Double) -> PlanarImage {
    var image = PlanarImage(format)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          let (column, row) = place(plane, x, y, format)
          image[plane, x, y] = UInt8(value(column, row, format, from: level).rounded())
        }
      }
    }
    return image
  }

  private static func value(
    _ x: Double, _ y: Double, _ format: PlanarFormat, from level: Double
  ) -> Double {
    level + 60 * x / Double(format.width) + 30 * y / Double(format.height)
  }

  /// The position of a sample in pixels.
  private static func place(
    _ plane: Int, _ x: Int, _ y: Int, _ format: PlanarFormat
  ) -> (x: Double, y: Double) {
    let halves = (plane > 0 && format.chroma != .full, plane > 0 && format.chroma == .halved)
    return (
      halves.0 ? Double(2 * x) + 0.5 : Double(x) + 0.5,
      halves.1 ? Double(2 * y + 1) : Double(y) + 0.5
    )
  }

  /// Compares a transition with pictures in their places.
  ///
  /// `incoming` and `outgoing` return the position in the source of a position in the output. Samples
  /// near the edge between both are omitted: there the filter matters.
  private func compare<Mixer: FrameMixer>(
    _ mixer: Mixer, _ format: PlanarFormat, margin: Double = 3,
    outgoing: (Double, Double) -> (Double, Double), incoming: (Double, Double) -> (Double, Double),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws where Mixer.Input == PictureInput {
    let drawn = try PlanarImage.mixed(
      by: mixer,
      [
        (settings: PictureInput(), picture: .planar(Self.slope(format, from: 20))),
        (settings: PictureInput(), picture: .planar(Self.slope(format, from: 130))),
      ], in: format, bands: 2)
    let (width, height) = (Double(format.width), Double(format.height))
    var error = DrawingError(), compared = 0
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          let place = Self.place(plane, x, y, format), source = incoming(place.x, place.y)
          // How far the sample lies in the incoming picture; negative outside of it.
          let depth = min(source.0, width - source.0, source.1, height - source.1)
          let onBorder = min(place.x, width - place.x, place.y, height - place.y) < margin
          if abs(depth) < margin || onBorder { continue }
          let from = depth > 0 ? source : outgoing(place.x, place.y)
          let ideal = Self.value(from.0, from.1, format, from: depth > 0 ? 130 : 20)
          error.add((Double(drawn[plane, x, y]) - ideal) / 255)
          compared += 1
        }
      }
    }
    #expect(compared > 500, sourceLocation: sourceLocation)
    #expect(error.signalToNoise >= 45, sourceLocation: sourceLocation)
  }

  private static let formats = PlanarFormat.Chroma.allCases.map {
    PlanarFormat(width: 91, height: 67, chroma: $0)
  }

  @Test(arguments: directions, formats)
  func `slide moves the incoming picture over the outgoing one`(
    direction: Direction, format: PlanarFormat
  ) throws {
    var random = SeededGenerator(seed: 11)
    let (dx, dy) = Self.vector(direction)
    for _ in 0..<6 {
      let progress = Double.random(in: 0.2...0.8, using: &random)
      let mixer = SlideTransition {
        $0.progress = progress
        $0.direction = direction
      }
      let way = (
        x: dx * (progress - 1) * Double(format.width),
        y: dy * (progress - 1) * Double(format.height)
      )
      try compare(
        mixer, format, outgoing: { ($0, $1) }, incoming: { ($0 - way.x, $1 - way.y) })
    }
  }

  @Test(arguments: directions, formats)
  func `push moves both pictures by whole pixels`(
    direction: Direction, format: PlanarFormat
  ) throws {
    var random = SeededGenerator(seed: 12)
    let (dx, dy) = Self.vector(direction)
    let (width, height) = (Double(format.width), Double(format.height))
    for _ in 0..<6 {
      let progress = Double.random(in: 0.2...0.8, using: &random)
      let mixer = PushTransition {
        $0.progress = progress
        $0.direction = direction
      }
      let way = (x: (dx * progress * width).rounded(), y: (dy * progress * height).rounded())
      try compare(
        mixer, format, outgoing: { ($0 - way.x, $1 - way.y) },
        incoming: { ($0 - way.x + dx * width, $1 - way.y + dy * height) })
    }
  }

  @Test(arguments: formats)
  func `zoom enlarges the incoming picture from the centre`(format: PlanarFormat) throws {
    var random = SeededGenerator(seed: 13)
    let (width, height) = (Double(format.width), Double(format.height))
    for _ in 0..<6 {
      let progress = Double.random(in: 0.4...0.9, using: &random)
      try compare(
        ZoomTransition { $0.progress = progress }, format, margin: 5, outgoing: { ($0, $1) },
        incoming: { x, y in
          ((x - width / 2) / progress + width / 2, (y - height / 2) / progress + height / 2)
        })
    }
  }

  /// A colour and its samples in 8-bit video range, from the equations of ITU-R BT.709.
  private static let colors: [(argb: UInt32, samples: [Double])] = [
    (0xFF00_0000, [16, 128, 128]), (0xFFFF_FFFF, [235, 128, 128]),
    (0xFFFF_0000, [62.56, 102.34, 240]), (0xFF00_00FF, [31.81, 240, 117.75]),
  ]

  @Test(arguments: colors)
  func `fade through colour shows one picture at a time over the colour`(
    argb: UInt32, samples: [Double]
  ) throws {
    var random = SeededGenerator(seed: 14)
    let format = PlanarFormat(width: 33, height: 17)
    let pictures = (0..<2).map { _ in PlanarImage.noise(format, using: &random) }
    for progress in [0.1, 0.37, 0.5, 0.62, 0.95] {
      let drawn = try PlanarImage.mixed(
        by: FadeThroughColorTransition {
          $0.progress = progress
          $0.color = argb
        }, pictures.map { (settings: PictureInput(), picture: .planar($0)) }, in: format, bands: 2)
      let opacity = progress < 0.5 ? 1 - 2 * progress : 2 * progress - 1
      var error = DrawingError()
      for plane in 0..<3 {
        for y in 0..<format.height(of: plane) {
          for x in 0..<format.width(of: plane) {
            let picture = Double(pictures[progress < 0.5 ? 0 : 1][plane, x, y])
            let ideal = picture * opacity + samples[plane] * (1 - opacity)
            error.add((Double(drawn[plane, x, y]) - ideal) / 255)
          }
        }
      }
      #expect(error.signalToNoise >= 45)
    }
  }
}
