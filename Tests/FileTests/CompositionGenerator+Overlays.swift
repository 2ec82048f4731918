import CutawayModel
import CutawayTime

extension CompositionGenerator {
  mutating func overlays(_ assets: [Asset]) -> [OverlayLayer] {
    (0..<int(0...2)).map { _ in layer(assets, depth: 2) }
  }

  mutating func fonts() -> FontSources {
    chance() ? FontSources() : FontSources(files: ["a.ttf", "b c.otf"], usesSystem: chance())
  }

  mutating func layer(_ assets: [Asset], depth: Int) -> OverlayLayer {
    var layer = OverlayLayer(
      id: chance() ? text() : nil, content(assets, depth: depth), range: chance() ? span() : nil,
      width: chance() ? size() : nil, height: chance() ? size() : nil, position: position())
    if chance() { layer.anchorPoint = point() }
    if chance() { layer.zPosition = smallNumber() }
    if chance() { layer.transform = TransformMatrix(a: 2, b: 0, c: 0.5, d: -1, tx: 3, ty: 4.25) }
    if chance() { layer.scale = animated { Point(x: $0.smallNumber(), y: $0.smallNumber() + 200) } }
    if chance() { layer.rotation = animated { $0.smallNumber() + 500 } }
    if chance() {
      layer.offset = animated { Point(x: $0.smallNumber(), y: $0.smallNumber() + 200) }
    }
    if chance() { layer.opacity = animated { Double($0.int(0...7)) / 8 } }
    if chance() { layer.background = color() }
    if chance() { layer.blending = pick(ColorBlending.allCases) }
    if chance() { layer.cornerRadius = Double(int(0...80)) / 8 }
    if chance() { layer.border = LayerBorder(width: Double(int(0...9)), color: color()) }
    if chance() {
      layer.shadow = LayerShadow(
        offset: point(), radius: Double(int(0...20)), opacity: Double(int(0...4)) / 4,
        color: color())
    }
    layer.masksToBounds = chance()
    layer.isHidden = chance()
    if chance() { layer.enter = passage() }
    if chance(), layer.range != nil { layer.exit = passage() }
    layer.animations = animations(assets)
    if chance() { (layer.speed, layer.timeOffset) = (pick([0, 0.5, -2]), time()) }
    if chance() { layer.origin = point() }
    if chance() {
      layer.sublayerTransform = TransformMatrix(a: 1, b: 0.25, c: 0, d: 1, tx: 3, ty: 0)
    }
    layer.isGeometryFlipped = chance()
    if depth > 0 {
      layer.layers = (0..<int(0...2)).map { _ in self.layer(assets, depth: depth - 1) }
      if chance() { layer.copies = copies() }
      if chance(), depth > 1 { layer.mask = [self.layer(assets, depth: 0)] }
    }
    return layer
  }

  private mutating func emitter(_ assets: [Asset]) -> LayerEmitter {
    func spread(_ most: Int) -> ClosedRange<Double> {
      let first = Double(int(0...most)) / 8
      return first...(chance() ? first : first + Double(int(0...most)) / 8)
    }
    let cells = (0..<int(1...2)).map { _ in
      var cell = LayerEmitter.Cell(
        layer(assets, depth: 0), rate: Double(int(1...80)) / 8, lifetime: spread(40))
      if chance() { cell.range = span() }
      if chance() { (cell.velocity, cell.direction) = (spread(4_000), spread(2_000)) }
      if chance() { (cell.rotation, cell.spin) = (spread(2_000), spread(2_000)) }
      if chance() { (cell.scale, cell.scaleSpeed) = (spread(16), -0.25) }
      if chance() { (cell.opacity, cell.opacitySpeed) = (0.25...0.75, -0.5) }
      if chance() { (cell.acceleration, cell.colors) = (point(), [color(), color()]) }
      return cell
    }
    return LayerEmitter(
      shape: pick(LayerEmitter.Shape.allCases), cells: cells, seed: int(0...1_000))
  }

  private mutating func content(_ assets: [Asset], depth: Int) -> LayerContent {
    switch int(0...6) {
    case 6: return .waveform(waveform(assets))
    case 5 where depth > 0: return .emitter(emitter(assets))
    case 0:
      return .text(layerText())
    case 1:
      var image = LayerImage(
        asset: pick(assets).id.rawValue, gravity: pick(LayerImage.Gravity.allCases),
        source: chance() ? span() : nil, speed: chance() ? 1 : 2.5,
        loops: pick([nil, true, false]))
      if chance() { (image.contentsRect, image.contentsCenter) = (part(), part()) }
      if chance() { image.scale = 2.5 }
      return .image(image)
    case 2:
      var fill = color()
      fill.alpha = max(1, fill.alpha)
      var shape = LayerShape(
        pick([
          .rectangle, .ellipse, .roundedRectangle(radius: 2.5), .path("M 0 0 L 5 5 Z"),
        ]), fill: chance() ? fill : nil, stroke: chance() ? stroke() : nil)
      shape.isEvenOdd = chance()
      return .shape(shape)
    case 3:
      let colors = [color(), color(), color()]
      return .gradient(
        LayerGradient(
          colors: colors, locations: chance() ? [0, 0.25, 1] : [],
          kind: pick(LayerGradient.Kind.allCases), from: point(), to: point()))
    default: return .box
    }
  }

  private mutating func waveform(_ assets: [Asset]) -> LayerWaveform {
    // One window for all, because a composition has a limited number of sounds.
    var waveform = LayerWaveform(
      .asset(pick(assets).id.rawValue), style: pick(LayerWaveform.Style.allCases))
    if chance() { waveform.color = color() }
    if chance() { waveform.gain = Double(int(0...16)) / 8 }
    waveform.gap = Double(int(0...7)) / 8
    return waveform
  }

  private mutating func layerText() -> LayerText {
    var font = LayerFont(
      families: chance() ? ["Inter"] : ["a b", "c"], size: Double(int(0...800)) / 8,
      weight: pick([100, 350, 400, 700]), isItalic: chance())
    font.stretch = pick(LayerFont.Stretch.allCases)
    (font.letterSpacing, font.lineHeight) = (smallNumber(), Double(int(1...80)) / 8)
    font.features = pick(["", "tnum", "ss01=1, liga=0"])
    var text = LayerText(
      textSource(), font: font, color: color(), alignment: pick(LayerText.Alignment.allCases))
    if chance() { text.outline = LayerTextOutline(width: Double(int(0...9)), color: color()) }
    text.verticalAlignment = pick(LayerText.VerticalAlignment.allCases)
    text.direction = pick([nil, .leftToRight, .rightToLeft])
    (text.background, text.maximumWidth) = (chance() ? box() : nil, chance() ? size() : nil)
    if chance() { text.padding = point() }
    (text.wraps, text.shrinksToFit) = (chance(), chance())
    text.maximumLines = pick([nil, 1, 7])
    text.truncation = pick(LayerText.Truncation.allCases)
    if chance() {
      text.reveal = LayerTextReveal(
        pick(LayerTextReveal.Unit.allCases), rate: pick([20, 0.5, 33.25]))
    }
    return text
  }

  private mutating func textSource() -> LayerTextSource {
    switch int(0...3) {
    case 0: .spans([LayerTextSpan(text())])
    case 1: .spans([LayerTextSpan(text()), LayerTextSpan(text(), style())])
    case 2:
      .instants([
        LayerTextInstant(at: .zero, [LayerTextSpan(text(), style())]),
        LayerTextInstant(at: duration(), chance() ? [] : [LayerTextSpan(text())]),
      ])
    default: .words(words())
    }
  }

  private mutating func words() -> LayerWords {
    var words = LayerWords(
      [.init(at: .zero, text()), .init(at: duration(), text())],
      separator: pick([" ", "", "-"]), past: style(), current: style(),
      future: chance() ? .hidden : style())
    if chance() { words.highlight = box(isPiece: true) }
    words.pop = pick([nil, LayerTextPop(), LayerTextPop(scale: 1), LayerTextPop(scale: 2.5)])
    return words
  }

  private mutating func box(isPiece: Bool = false) -> LayerTextBackground {
    LayerTextBackground(
      color: color(), padding: chance() ? point() : nil,
      cornerRadius: chance() ? Double(int(0...9)) : nil, perLine: !isPiece && chance())
  }

  private mutating func style() -> LayerTextStyle {
    var style = LayerTextStyle(
      color: chance() ? color() : nil, families: chance() ? ["Inter"] : nil,
      size: chance() ? 12.5 : nil, weight: chance() ? 700 : nil, isItalic: pick([nil, true, false]))
    style.background = chance() ? box(isPiece: true) : nil
    (style.scale, style.pop) = (pick([nil, 1, 1.5]), pick([nil, LayerTextPop()]))
    return style
  }

  private mutating func copies() -> LayerCopies {
    LayerCopies(
      count: int(1...3), offset: point(), rotation: smallNumber(), scale: point(),
      opacity: Double(int(0...8)) / 8, delay: duration())
  }

  private mutating func stroke() -> LayerShape.Stroke {
    LayerShape.Stroke(
      color: color(), width: Double(int(0...9)), start: Double(int(0...4)) / 4,
      end: Double(int(0...4)) / 4, cap: pick(LayerShape.Stroke.Cap.allCases),
      join: pick(LayerShape.Stroke.Join.allCases), dash: chance() ? [1, 2.5] : [],
      dashPhase: chance() ? smallNumber() : 0, miterLimit: pick([10, 1, 2.5]))
  }

  private mutating func position() -> LayerPosition {
    switch int(0...2) {
    case 0: .point(x: length(), y: length())
    case 1: .corner(x: length(), y: length())
    default:
      .place(pick(LayerPlace.allCases), marginX: length(), marginY: length())
    }
  }

  private mutating func length() -> LayerLength {
    chance() ? .pixels(smallNumber()) : .percent(pick([10, 50, 100.0 / 3, 7, 125, -20.5]))
  }

  private mutating func size() -> LayerLength {
    chance() ? .pixels(smallNumber().magnitude) : .percent(pick([0, 10, 50, 100.0 / 3, 125]))
  }

  private mutating func smallNumber() -> Double { Double(int(-800...800)) / 8 }

  private mutating func point() -> Point { Point(x: smallNumber(), y: smallNumber()) }

  private mutating func span() -> TimeRange { TimeRange(start: time(), duration: duration()) }

  private mutating func animated<Value>(
    _ value: (inout Self) -> Value
  ) -> AnimatedValue<Value> {
    if chance() { return AnimatedValue(value(&self)) }
    // The entries follow each other, so they do not overlap.
    let start = time(), first = span().duration, second = span().duration
    let entries: [AnimatedValue<Value>.Entry] = [
      .ramp(
        .init(
          over: TimeRange(start: start, duration: first), from: value(&self), to: value(&self),
          easing: pick([.linear, .easeIn, .hold]))),
      .instant(at: start + first + second, value: value(&self)),
    ]
    // Ranges that do not overlap are valid.
    return (try? AnimatedValue(entries: entries)) ?? AnimatedValue(value(&self))
  }

  private mutating func easing() -> LayerEasing {
    chance()
      ? .curve(pick([.linear, .easeOut, .cubicBezier(x1: 0.25, y1: 1.5, x2: 0.5, y2: 0)]))
      : .spring(
        Spring(
          mass: Double(int(1...9)), stiffness: Double(int(1...900)),
          damping: Double(int(0...40)), velocity: smallNumber()))
  }

  private mutating func passage() -> LayerPassage {
    LayerPassage(
      fades: chance(), slide: chance() ? pick(LayerPassage.Direction.allCases) : nil,
      distance: chance()
        ? (chance() ? .pixels(Double(int(0...900)) / 8) : .percent(Double(int(0...100)))) : nil,
      scale: chance() ? Double(int(0...16)) / 8 : nil, duration: duration(),
      easing: chance() ? easing() : nil)
  }

  private mutating func animation(_ assets: [Asset]) -> LayerAnimation {
    let property = pick(LayerProperty.allCases)
    func value(_ random: inout Self) -> LayerValue {
      switch property.kind {
      case .number: .number(random.smallNumber())
      case .point: .point(random.point())
      case .color: .color(random.color())
      case .matrix: .matrix(TransformMatrix(a: 2, b: 0, c: 0.5, d: -1, tx: 3, ty: 4.25))
      case .rectangle: .rectangle(random.part())
      case .flag: .flag(random.chance())
      case .path: .path(random.pick(["M 0 0 L 5 5 Z", "M -1.5 2 C 1 2 3 4 5 6"]))
      case .image: .image(random.pick(assets).id.rawValue)
      case .colors: .colors([random.color(), random.color()])
      case .numbers: .numbers([0, 0.25, 1])
      }
    }
    let isPath = property.kind == .point && chance()
    let values: LayerAnimation.Values =
      isPath
      ? .path(
        LayerMotionPath(
          "M 0 0 L 5 5 Z", keyTimes: chance() ? [0, 0.25, 1] : [],
          mode: pick(LayerAnimation.Mode.allCases),
          rotation: pick(LayerMotionPath.Rotation.allCases)))
      : chance()
        ? .basic(
          from: value(&self), to: chance() ? value(&self) : nil, by: chance() ? value(&self) : nil)
        : .keyframes(
          [value(&self), value(&self), value(&self)], keyTimes: chance() ? [0, 0.25, 1] : [],
          mode: pick(LayerAnimation.Mode.allCases), easings: chance() ? [easing(), easing()] : [])
    return LayerAnimation(
      property, values, at: time(), duration: chance() ? duration() : nil, easing: easing(),
      repeatCount: pick([1, 2.5, .infinity]), autoreverses: chance(), isAdditive: chance(),
      isCumulative: chance(), fill: pick(LayerAnimation.Fill.allCases),
      speed: pick([1, 0, -2.5]), timeOffset: chance() ? time() : .zero)
  }

  /// Animations, some of them in groups.
  private mutating func animations(_ assets: [Asset]) -> [LayerAnimation] {
    var groups: [LayerTiming] = []
    return (0..<int(0...4)).map { _ in
      if chance(), groups.count < 2 { groups.append(groupTiming()) }
      if chance(), !groups.isEmpty { groups.removeLast() }
      var animation = animation(assets)
      animation.groups = groups
      return animation
    }
  }

  private mutating func groupTiming() -> LayerTiming {
    LayerTiming(
      begin: time(), duration: chance() ? duration() : nil, speed: pick([1, 0.5, 3]),
      timeOffset: chance() ? time() : .zero, easing: easing(),
      repeatCount: pick([1, 2.5, .infinity]), autoreverses: chance(),
      fill: pick(LayerAnimation.Fill.allCases))
  }

  private mutating func part() -> Rectangle {
    Rectangle(
      x: Double(int(-8...8)) / 8, y: Double(int(0...8)) / 8, width: Double(int(0...16)) / 8,
      height: Double(int(0...8)) / 8)
  }
}
