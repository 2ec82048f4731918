import AVFoundation
import Foundation
import Testing

/// Rules 43 and 44: layers along paths.
@Suite(.serialized) struct PathAnimationTests {
  func along(_ path: CGPath, _ mode: CAAnimationCalculationMode) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position")
    (animation.path, animation.calculationMode) = (path, mode)
    return animation.over(2)
  }

  /// The centre of a square of 10 × 10 at times in frames.
  func places(_ animation: CAKeyframeAnimation, at frames: [Int]) async throws -> [[Double]] {
    let stage = try await Stage()
    stage.add(CGRect(x: 0, y: 0, width: 10, height: 10)).add(animation, forKey: nil)
    var result: [[Double]] = []
    for frame in frames {
      let image = try await stage.image(frame)
      var (x, y, sum) = (0.0, 0.0, 0.0)
      for column in 0..<200 {
        for row in 0..<100 {
          let light = try image.light(column, row)
          if light < 0.1 { continue }
          (x, y) = (x + light * (Double(column) + 0.5), y + light * (Double(row) + 0.5))
          sum += light
        }
      }
      try #require(sum > 50, "frame \(frame)")
      result.append([x / sum, y / sum])
    }
    return result
  }

  func expect(
    _ places: [[Double]], _ expected: [[Double]], within limit: Double = 0.8
  ) {
    for (place, wanted) in zip(places, expected) {
      #expect(
        abs(place[0] - wanted[0]) < limit && abs(place[1] - wanted[1]) < limit,
        "\(places) for \(expected)")
    }
  }

  var corner: CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 20))
    path.addLine(to: CGPoint(x: 180, y: 20))
    path.addLine(to: CGPoint(x: 180, y: 80))
    return path
  }

  @Test func `R43: each point of a path is a keyframe`() async throws {
    expect(
      try await places(along(corner, .linear), at: [0, 15, 30, 45]),
      [[20, 20], [100, 20], [180, 20], [180, 50]])
  }

  @Test func `R43: paced goes at a constant speed`() async throws {
    // 220 pixels in 2 s.
    expect(
      try await places(along(corner, .paced), at: [15, 30, 51]),
      [[75, 20], [130, 20], [180, 20 + 187 - 160]])
  }

  @Test func `R43: a path counts, values do not`() async throws {
    let animation = along(corner, .linear)
    animation.values = [CGPoint(x: 100, y: 90), CGPoint(x: 100, y: 90)]
    expect(try await places(animation, at: [15]), [[100, 20]])
  }

  @Test func `R43: key times are those of the points`() async throws {
    let animation = along(corner, .linear)
    animation.keyTimes = [0, 0.25, 1]
    expect(
      try await places(animation, at: [15, 30]), [[180, 20], [180, 40]])
  }

  @Test func `R43: along a curve the point moves by the curve's parameter`() async throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 20))
    path.addCurve(
      to: CGPoint(x: 180, y: 20), control1: CGPoint(x: 20, y: 80), control2: CGPoint(x: 40, y: 80))
    func point(_ s: Double) -> [Double] {
      let r = 1 - s
      let (a, b): (Double, Double) = (r * r * r, 3 * r * r * s)
      let (c, d): (Double, Double) = (3 * r * s * s, s * s * s)
      let x: Double = a * 20 + b * 20 + c * 40 + d * 180
      let y: Double = a * 20 + b * 80 + c * 80 + d * 20
      return [x, y]
    }
    expect(
      try await places(along(path, .linear), at: [15, 30, 45]), [0.25, 0.5, 0.75].map(point))
  }

  @Test func `R43: a new part of a path is jumped to`() async throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 20))
    path.addLine(to: CGPoint(x: 60, y: 20))
    path.move(to: CGPoint(x: 100, y: 80))
    path.addLine(to: CGPoint(x: 180, y: 80))
    let found = try await places(along(path, .linear), at: [10, 50])
    // In a part all the time: never between them.
    #expect(abs(found[0][1] - 20) < 0.8 && found[0][0] < 61)
    #expect(abs(found[1][1] - 80) < 0.8 && found[1][0] > 99)
  }

  @Test(arguments: [
    (CAAnimationRotationMode.rotateAuto, true), (.rotateAutoReverse, false),
  ])
  func `R44: the layer turns to the tangent`(
    mode: CAAnimationRotationMode, isUp: Bool
  ) async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 0, y: 0, width: 40, height: 6))
    // Its right end is red.
    _ = stage.add(CGRect(x: 30, y: 0, width: 10, height: 6), Stage.red, in: bar)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 100, y: 10))
    path.addLine(to: CGPoint(x: 100, y: 90))
    let animation = along(path, .linear)
    bar.add(animation, forKey: "a")
    let plain = try await stage.image(30)
    #expect(try plain.color(117, 50) == [true, false, false])
    animation.rotationMode = mode
    bar.add(animation, forKey: "a")
    let image = try await stage.image(30)
    #expect(try image.color(100, 66) == (isUp ? [true, false, false] : [true, true, true]))
    #expect(try image.color(100, 33) == (isUp ? [true, true, true] : [true, false, false]))
    #expect(try image.light(117, 50) < 0.1)
  }

  @Test func `R44: the tangent's angle is added to the layer's rotation`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 0, y: 0, width: 40, height: 6))
    bar.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 100, y: 10))
    path.addLine(to: CGPoint(x: 100, y: 90))
    let animation = along(path, .linear)
    animation.rotationMode = .rotateAuto
    bar.add(animation, forKey: nil)
    // 90° and 90°.
    let image = try await stage.image(30)
    #expect(try image.light(115, 50) > 0.5 && image.light(100, 65) < 0.1)
  }
}
