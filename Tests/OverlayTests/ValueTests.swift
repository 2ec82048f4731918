import CutawayOverlays
import CutawayTime
import Foundation
import Testing

/// What interpolates how; the numbers Q… are those of the rules that the tests check.
@Suite struct ValueTests {
  private func layer(
    _ property: LayerProperty, _ values: [LayerValue], mode: LayerAnimation.Mode = .linear,
    easings: [LayerEasing] = [], _ change: (inout OverlayLayer) -> Void = { _ in },
    _ changeAnimation: (inout LayerAnimation) -> Void = { _ in }
  ) -> OverlayLayer {
    .box {
      change(&$0)
      var animation = LayerAnimation(
        property, .keyframes(values, keyTimes: [], mode: mode, easings: easings), duration: 1)
      changeAnimation(&animation)
      $0.animations = [animation]
    }
  }

  private func time(_ tenths: Int64) -> MediaTime { MediaTime(tenths, over: 10) }

  private func isClose(_ a: TransformMatrix?, _ b: TransformMatrix) -> Bool {
    guard let a else { return false }
    return zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty])
      .allSatisfy { abs($0 - $1) < 1e-9 }
  }

  /// A transform of a layer of 100 × 40 pixels about its centre at (200, 100), in the picture.
  private func placed(_ transform: TransformMatrix) -> TransformMatrix {
    TransformMatrix.translation(x: -50, y: -20).concatenating(transform)
      .concatenating(.translation(x: 200, y: 100))
  }

  @Test func `a matrix changes by translation, scale and rotation, not by its numbers`() {
    let end = TransformMatrix.scale(x: 3, y: 1).concatenating(.rotation(degrees: 90))
      .concatenating(.translation(x: 40, y: 0))
    let half = TransformMatrix.scale(x: 2, y: 1).concatenating(.rotation(degrees: 45))
      .concatenating(.translation(x: 20, y: 0))
    let layer = self.layer(.transform, [.matrix(.identity), .matrix(end)])
    #expect(isClose(layer.shown(at: time(5))?.matrix, placed(half)))
    #expect(isClose(layer.shown(at: time(10))?.matrix, placed(end)))
  }

  @Test(arguments: [(170.0, -170.0, 180.0), (-170, 170, 180), (0, 180, 90), (180, 0, 270)])
  func `a matrix turns the shortest way, and by half a turn clockwise`(
    from: Double, to: Double, middle: Double
  ) {
    let layer = self.layer(
      .transform, [.matrix(.rotation(degrees: from)), .matrix(.rotation(degrees: to))])
    #expect(
      isClose(layer.shown(at: time(5))?.matrix, placed(.rotation(degrees: middle))))
  }

  @Test func `Q37: an additive matrix is concatenated, a cumulative one continues`() {
    let turn = TransformMatrix.rotation(degrees: 90), move = TransformMatrix.translation(x: 8, y: 0)
    // The added movement is turned with the layer.
    let added = layer(.transform, [.matrix(.identity), .matrix(move)]) {
      $0.transform = turn
    } _: {
      $0.isAdditive = true
    }
    #expect(
      isClose(
        added.shown(at: time(5))?.matrix, placed(.translation(x: 4, y: 0).concatenating(turn))))
    let endless = layer(.transform, [.matrix(.identity), .matrix(.rotation(degrees: 60))]) { _ in
    } _: {
      ($0.isCumulative, $0.repeatCount) = (true, .infinity)
    }
    #expect(
      isClose(endless.shown(at: time(25))?.matrix, placed(.rotation(degrees: 150))))
  }

  @Test func `Q38: 'by' of a matrix is concatenated`() {
    let layer = OverlayLayer.box {
      $0.transform = .scale(x: 2, y: 2)
      $0.animations = [
        LayerAnimation(
          .transform, .basic(from: nil, to: nil, by: .matrix(.translation(x: 3, y: 0))),
          duration: 1)
      ]
    }
    let end = TransformMatrix.translation(x: 3, y: 0).concatenating(.scale(x: 2, y: 2))
    #expect(isClose(layer.shown(at: time(10))?.matrix, placed(end)))
  }

  @Test func `Q40: the easing of the animation shapes the cycle, then those of the segments`() {
    let easings: [LayerEasing] = [.curve(.easeIn), .curve(.linear)]
    var animation = LayerAnimation(
      .positionX,
      .keyframes(
        [.number(0), .number(100), .number(200)], keyTimes: [0, 0.5, 1], mode: .linear,
        easings: easings),
      duration: 1)
    func x(_ tenths: Int64) -> Double {
      OverlayLayer.box { $0.animations = [animation] }.place(50, 20, at: time(tenths))?.x ?? -1
    }
    #expect(abs(x(2) - 100 * Easing.easeIn.progress(at: 0.4)) < 1e-9)
    #expect(abs(x(8) - 160) < 1e-9)
    animation.easing = .curve(.easeOut)
    let progress = Easing.easeOut.progress(at: 0.2)
    #expect(
      progress < 0.5 && abs(x(2) - 100 * Easing.easeIn.progress(at: progress * 2)) < 1e-9)
    // Paced keyframes ignore them.
    animation = LayerAnimation(
      .positionX,
      .keyframes(
        [.number(0), .number(100), .number(200)], keyTimes: [], mode: .paced, easings: easings),
      duration: 1)
    #expect(abs(x(2) - 40) < 1e-9)
  }

  @Test func `a flag changes at the end of a cycle, and keyframes step`() {
    let appears = layer(.hidden, [.flag(true), .flag(false)]) { $0.isHidden = true }
    #expect(appears.shown(at: time(9)) == nil)
    #expect(appears.shown(at: time(10)) != nil)
    let blinks = layer(.hidden, [.flag(false), .flag(true)], mode: .discrete)
    #expect(blinks.shown(at: time(4)) != nil && blinks.shown(at: time(5)) == nil)
  }

  private func outline(_ layer: OverlayLayer, at tenths: Int64) -> LayerPath? {
    guard case .shape(let shape)? = layer.shown(at: time(tenths))?.content,
      case .path(let data) = shape.outline
    else { return nil }
    return try? LayerPath(svg: data)
  }

  @Test func `a path with the same steps moves point by point, another jumps at the end`() throws {
    let paths = ["M 0 0 L 10 0 Z", "M 4 8 L 20 -4 Z", "M 0 0 C 1 1 2 2 3 3"]
    func layer(_ from: Int, _ to: Int) -> OverlayLayer {
      self.layer(.path, [.path(paths[from]), .path(paths[to])]) {
        $0.content = .shape(LayerShape(.path(paths[0])))
      }
    }
    #expect(outline(layer(0, 1), at: 5) == (try LayerPath(svg: "M 2 4 L 15 -2 Z")))
    #expect(outline(layer(0, 2), at: 9) == (try LayerPath(svg: paths[0])))
    #expect(outline(layer(0, 2), at: 10) == (try LayerPath(svg: paths[2])))
  }

  @Test func `a gradient's colours and places change in pairs, others at the end`() {
    let red = Color(red: 200, green: 0, blue: 0), blue = Color(red: 0, green: 0, blue: 100)
    func gradient(_ property: LayerProperty, _ values: [LayerValue], at tenths: Int64)
      -> LayerGradient?
    {
      let layer = self.layer(property, values) {
        $0.content = .gradient(LayerGradient(colors: [red, blue, red]))
      }
      guard case .gradient(let gradient)? = layer.shown(at: time(tenths))?.content else {
        return nil
      }
      return gradient
    }
    let colors: [LayerValue] = [.colors([red, blue]), .colors([blue, red])]
    let middle = Color(red: 100, green: 0, blue: 50)
    #expect(gradient(.colors, colors, at: 5)?.colors == [middle, middle])
    let more: [LayerValue] = [.colors([red, blue]), .colors([blue, red, red])]
    #expect(gradient(.colors, more, at: 9)?.colors == [red, blue])
    #expect(gradient(.colors, more, at: 10)?.colors == [blue, red, red])
    let places: [LayerValue] = [.numbers([0, 0.5, 1]), .numbers([0, 0.25, 0.5])]
    #expect(gradient(.locations, places, at: 5)?.locations == [0, 0.375, 0.75])
  }

  @Test func `the image of a layer steps, and its part moves`() {
    func image(_ property: LayerProperty, _ values: [LayerValue], at tenths: Int64) -> LayerImage? {
      let layer = self.layer(property, values) { $0.content = .image(LayerImage(asset: "a")) }
      guard case .image(let image)? = layer.shown(at: time(tenths))?.content else { return nil }
      return image
    }
    let frames: [LayerValue] = [.image("x"), .image("y"), .image("z")]
    #expect(
      [0, 4, 5, 9, 10].map { image(.contents, frames, at: $0)?.asset } == ["x", "x", "y", "y", "z"])
    let parts: [LayerValue] = [
      .rectangle(Rectangle(x: 0, y: 0, width: 1, height: 0.5)),
      .rectangle(Rectangle(x: 0.5, y: 0.25, width: 0.5, height: 0.25)),
    ]
    #expect(
      image(.contentsRect, parts, at: 5)?.contentsRect
        == Rectangle(x: 0.25, y: 0.125, width: 0.75, height: 0.375))
    var layer = self.layer(.contents, frames) { $0.content = .image(LayerImage(asset: "a")) }
    #expect(layer.images == ["a", "x", "y", "z"])
    layer = layer.mappingContents { content in
      guard case .image(var image) = content else { return content }
      image.asset += ".png"
      return .image(image)
    }
    #expect(layer.images == ["a.png", "x.png", "y.png", "z.png"])
  }

  @Test func `Q42: a spline connects rectangles, and colours stay linear`() {
    let colors: [LayerValue] = [0, 100, 100, 0].map { .color(Color(red: $0, green: 0, blue: 0)) }
    let layer = self.layer(.background, colors, mode: .cubic)
    // A spline would exceed 100 in the middle.
    #expect(layer.shown(at: time(5))?.background == Color(red: 100, green: 0, blue: 0))
  }
}
