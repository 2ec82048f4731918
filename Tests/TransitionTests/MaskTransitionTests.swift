import CutawayElementKit
import CutawayTransitions
import Foundation
import TestSupport
import Testing

/// Transitions that mix pictures by a mask, beside a reference that follows docs/transitions.md.
@Suite struct MaskTransitionTests {
  /// The weight at a distance from the start of a movement, with a soft edge outside of the picture
  /// at both ends.
  private static func edge(_ distance: Double, _ progress: Double, _ softness: Double) -> Double {
    let front = progress * (1 + softness)
    // A hard edge is a ten-thousandth wide.
    if softness == 0 { return abs(distance - front) < 2e-4 ? .nan : distance < front ? 1 : 0 }
    return (front - distance) / softness
  }

  private static func softness(_ random: inout SeededGenerator) -> Double {
    Bool.random(using: &random) ? 0 : Double.random(in: 0.01...1, using: &random)
  }

  /// The distance from the edge where a movement begins, in 0…1.
  private static func distance(
    _ direction: Direction, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Double {
    switch direction {
    case .left: (width - x) / width
    case .right: x / width
    case .up: (height - y) / height
    case .down: y / height
    }
  }

  private static let directions: [Direction] = [.left, .right, .up, .down]

  @Test func `dissolve has the same weight everywhere`() throws {
    try verify(seed: 1) { random, _, _ in
      let progress = Double.random(in: 0.01..<1, using: &random)
      return (DissolveTransition { $0.progress = progress }, MaskReference { _, _ in progress })
    }
  }

  @Test(arguments: directions)
  func `wipe uncovers the picture along a moving edge`(direction: Direction) throws {
    try verify(seed: 2) { random, width, height in
      let progress = Double.random(in: 0.01..<1, using: &random)
      let softness = Self.softness(&random)
      let mixer = WipeTransition {
        $0.progress = progress
        $0.direction = direction
        $0.softness = softness
      }
      return (
        mixer,
        MaskReference { x, y in
          Self.edge(Self.distance(direction, x, y, width, height), progress, softness)
        }
      )
    }
  }

  @Test func `circle grows from its centre to the farthest corner`() throws {
    try verify(seed: 3) { random, width, height in
      let progress = Double.random(in: 0.01..<1, using: &random)
      let softness = Self.softness(&random)
      let isCentred = Bool.random(using: &random)
      let mixer = CircleTransition {
        $0.progress = progress
        $0.softness = softness
        if isCentred { return }
        $0.centerX = Double.random(in: 0...1, using: &random)
        $0.centerY = Double.random(in: 0...1, using: &random)
      }
      let center = isCentred ? (0.5, 0.5) : (mixer.centerX, mixer.centerY)
      func distance(_ x: Double, _ y: Double) -> Double {
        hypot(x - center.0 * width, y - center.1 * height)
      }
      let corners = [(0, 0), (width, 0), (0, height), (width, height)]
      let largest = corners.map(distance).max() ?? 0
      return (
        mixer, MaskReference { x, y in Self.edge(distance(x, y) / largest, progress, softness) }
      )
    }
  }

  @Test func `clock turns clockwise from 12`() throws {
    try verify(seed: 4) { random, width, height in
      let progress = Double.random(in: 0.01..<1, using: &random)
      let softness = Self.softness(&random)
      let mixer = ClockTransition {
        $0.progress = progress
        $0.softness = softness
      }
      return (
        mixer,
        MaskReference { x, y in
          // The centre has no angle.
          if hypot(x - width / 2, y - height / 2) < 1e-5 { return .nan }
          // The angle of the vector from the centre, clockwise from the top.
          let angle = atan2(x - width / 2, height / 2 - y) / (2 * .pi)
          return Self.edge(angle < 0 ? angle + 1 : angle, progress, softness)
        }
      )
    }
  }

  @Test(arguments: directions)
  func `blinds open in strips`(direction: Direction) throws {
    try verify(seed: 5) { random, width, height in
      let progress = Double.random(in: 0.01..<1, using: &random)
      let count = Int.random(in: 1...12, using: &random)
      let mixer = BlindsTransition {
        $0.progress = progress
        $0.count = count
        $0.direction = direction
      }
      return (
        mixer,
        MaskReference { x, y in
          let place = Self.distance(direction, x, y, width, height) * Double(count)
          // The border between two strips belongs to either.
          if abs(place - place.rounded()) < 1e-5 { return .nan }
          return Self.edge(place - place.rounded(.down), progress, 0)
        }
      )
    }
  }

  @Test func `luma uncovers dark areas of the image first`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 6)
    let image = GreyImage(columns: 24, rows: 17, using: &random)
    let path = folder.file("grey.png").path
    try await image.write(to: path, using: folder)
    try verify(seed: 6, rounds: 3) { random, width, height in
      let progress = Double.random(in: 0.01..<1, using: &random)
      let softness = Double.random(in: 0.3...1, using: &random)
      let mixer = LumaTransition {
        $0.progress = progress
        $0.softness = softness
        $0.image = path
      }
      return (
        mixer,
        MaskReference { x, y in
          Self.edge(image.level(x: x / width, y: y / height), progress, softness)
        }
      )
    }
  }

  @Test func `luma keeps the images of several transitions apart`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 16)
    let format = PlanarFormat(width: 24, height: 9)
    let pictures = (0..<2).map { _ in PlanarImage.noise(format, using: &random) }
    // More images than are kept, and each of them twice.
    let images = (0..<6).map { _ in GreyImage(columns: 8, rows: 4, using: &random) }
    for (index, image) in images.enumerated() {
      try await image.write(to: folder.file("\(index).png").path, using: folder)
    }
    for index in [0, 1, 0, 1, 2, 3, 4, 5, 0, 5, 3, 1] {
      let drawn = try PlanarImage.mixed(
        by: LumaTransition {
          $0.progress = 0.5
          $0.softness = 1
          $0.image = folder.file("\(index).png").path
        }, pictures.map { (settings: PictureInput(), picture: .planar($0)) }, in: format)
      let reference = MaskReference { x, y in
        Self.edge(images[index].level(x: x / 24, y: y / 9), 0.5, 1)
      }
      #expect(reference.error(of: drawn, from: pictures[0], to: pictures[1]).signalToNoise >= 45)
    }
  }

  @Test func `a luma transition names an image that does not exist`() throws {
    let picture = PlanarImage(width: 8, height: 8)
    let error = #expect(throws: ElementError.self) {
      try PlanarImage.mixed(
        by: LumaTransition {
          $0.progress = 0.5
          $0.image = "/nowhere/waves.png"
        },
        [
          (settings: PictureInput(), picture: .planar(picture)),
          (settings: PictureInput(), picture: .planar(picture)),
        ], in: picture.format)
    }
    #expect(error?.description.contains("/nowhere/waves.png") == true)
    #expect(error?.code == .notFound)
  }
}
