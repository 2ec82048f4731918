import CutawayApple
import CutawayKeyframes
import CutawayModel
import CutawayOverlays
import CutawayTime

extension LayerTranslation {
  /// The animations of the model for one of a layer.
  mutating func animations(
    _ animation: CAAnimation, of layer: CALayer, _ around: Space, _ own: Space,
    groups: [CAAnimationGroup]
  ) -> [LayerAnimation] {
    if groups.isEmpty, animation.beginTime == 0 {
      Log.warnOnce(
        "an animation has the beginTime 0, which Core Animation replaces by the current time, so that "
          + "the film would not show it; use AVCoreAnimationBeginTimeAtZero")
    }
    if animation.delegate != nil {
      Log.warnOnce(
        "delegates of animations are not called: an export has no moment at which they begin")
    }
    switch animation {
    case let group as CAAnimationGroup:
      var result: [LayerAnimation] = []
      for inner in group.animations ?? [] {
        result += animations(inner, of: layer, around, own, groups: groups + [group])
      }
      return result
    case let animation as CAPropertyAnimation:
      guard let path = animation.keyPath else { return [] }
      if path == "contents" { return contents(animation, of: layer, groups: groups) }
      let targets = AnimatedTarget.targets(of: path, layer, around, own, self)
      if targets.isEmpty {
        Log.warnOnce("animations of '\(path)' are not drawn")
      }
      return targets.compactMap { target in
        values(of: animation, target).map { values in
          make(animation, target.property, values, groups: groups)
        }
      }
    default:
      Log.warnOnce("\(type(of: animation)) is not drawn")
      return []
    }
  }

  /// The values of an animation for a property; `nil` if they have another kind.
  private func values(
    of animation: CAPropertyAnimation, _ target: AnimatedTarget
  ) -> LayerAnimation.Values? {
    switch animation {
    case let animation as CABasicAnimation:
      let isRelative = animation.isAdditive
      func value(_ value: Any?, relative: Bool) -> LayerValue? {
        value.flatMap { target.value(unboxed($0), relative || isRelative) }
      }
      let (from, to) = (
        value(animation.fromValue, relative: false), value(animation.toValue, relative: false)
      )
      // With all three, `byValue` does not count.
      let by = from != nil && to != nil ? nil : value(animation.byValue, relative: true)
      return .basic(from: from, to: to, by: by)
    case let animation as CAKeyframeAnimation:
      if let path = animation.path, let svg = target.path?(path) {
        let mode: LayerAnimation.Mode =
          [.paced, .cubicPaced].contains(animation.calculationMode)
          ? .paced : animation.calculationMode == .discrete ? .discrete : .linear
        let rotation: LayerMotionPath.Rotation =
          animation.rotationMode == .rotateAuto
          ? .auto : animation.rotationMode == .rotateAutoReverse ? .autoReverse : .none
        return .path(
          LayerMotionPath(
            svg, keyTimes: animation.keyTimes?.map(\.doubleValue) ?? [], mode: mode,
            rotation: rotation))
      }
      let values = (animation.values ?? []).compactMap {
        target.value(unboxed($0), animation.isAdditive)
      }
      guard !values.isEmpty, values.count == animation.values?.count else { return nil }
      return keyframes(values, of: animation)
    default: return nil
    }
  }

  private func keyframes(
    _ values: [LayerValue], of animation: CAKeyframeAnimation
  ) -> LayerAnimation.Values {
    let times = animation.keyTimes?.map(\.doubleValue) ?? []
    let mode = LayerAnimation.Mode(animation.calculationMode)
    // Paced animations ignore both; wrong counts are even.
    let isRight =
      times.count == values.count || mode == .discrete && times.count == values.count + 1
    let easings = animation.timingFunctions?.map { LayerEasing.curve(Easing($0)) } ?? []
    if mode == .cubic, easings.isEmpty,
      let spline = KochanekBartels(values, animation, times: isRight ? times : [])
    {
      return .keyframes(spline.values, keyTimes: spline.times, mode: .linear, easings: [])
    }
    return .keyframes(
      values, keyTimes: isRight && mode != .paced ? times : [], mode: mode,
      easings: easings.count == values.count - 1 && mode != .paced ? easings : [])
  }

  /// Images that replace each other; a basic animation shows its first one.
  private mutating func contents(
    _ animation: CAPropertyAnimation, of layer: CALayer, groups: [CAAnimationGroup]
  ) -> [LayerAnimation] {
    let list: [Any] =
      switch animation {
      case let animation as CAKeyframeAnimation: animation.values ?? []
      case let animation as CABasicAnimation:
        [animation.fromValue ?? layer.contents ?? animation.toValue].compactMap(\.self)
      default: []
      }
    let images = list.compactMap { CGImage(contents: $0) }.map {
      LayerValue.image(asset(of: $0).id.description)
    }
    guard images.count == list.count, !images.isEmpty else {
      Log.warnOnce("an animation of 'contents' needs images")
      return []
    }
    let values: LayerAnimation.Values =
      (animation as? CAKeyframeAnimation).map { keyframes(images, of: $0) }
      ?? .keyframes(images, keyTimes: [], mode: .discrete, easings: [])
    return [make(animation, .contents, values, groups: groups)]
  }

  /// The layers that fade in over a layer whose contents a basic animation changes: their last images.
  mutating func fadings(
    _ animation: CAAnimation, of layer: CALayer, _ own: Space, groups: [CAAnimationGroup]
  ) -> [OverlayLayer] {
    if let group = animation as? CAAnimationGroup {
      var result: [OverlayLayer] = []
      for inner in group.animations ?? [] {
        result += fadings(inner, of: layer, own, groups: groups + [group])
      }
      return result
    }
    guard let animation = animation as? CABasicAnimation, animation.keyPath == "contents",
      let last = animation.toValue ?? layer.contents,
      let image = image(last, of: layer, own)
    else { return [] }
    var result = OverlayLayer(.image(image))
    result.position = .point(x: .pixels(0), y: .pixels(0))
    result.anchorPoint = Point(x: 0, y: 0)
    result.width = .pixels(Double(layer.bounds.width))
    result.height = .pixels(Double(layer.bounds.height))
    result.opacity = AnimatedValue(0)
    result.animations = [
      make(
        animation, .opacity, .basic(from: .number(0), to: .number(1), by: nil), groups: groups)
    ]
    return [result]
  }

  private func make(
    _ animation: CAPropertyAnimation, _ property: LayerProperty, _ values: LayerAnimation.Values,
    groups: [CAAnimationGroup]
  ) -> LayerAnimation {
    let cycle = animation.duration > 0 ? animation.duration : groups.last?.cycle ?? 0
    let easing: LayerEasing =
      (animation as? CASpringAnimation).map { .spring($0.spring) }
      ?? .curve(Easing(animation.timingFunction))
    return LayerAnimation(
      property, values, at: MediaTime(layerSeconds: animation.beginTime),
      duration: MediaTime(layerSeconds: cycle > 0 ? cycle : 0.25), easing: easing,
      repeatCount: animation.repetitions(of: cycle > 0 ? cycle : 0.25),
      autoreverses: animation.autoreverses, isAdditive: animation.isAdditive,
      isCumulative: animation.isCumulative, fill: .init(animation.fillMode),
      speed: Double(animation.speed), timeOffset: MediaTime(layerSeconds: animation.timeOffset),
      groups: groups.map(\.timing))
  }
}

extension CAAnimation {
  /// How often a cycle plays.
  func repetitions(of cycle: Double) -> Double {
    if repeatDuration > 0 {
      let count = repeatDuration / cycle / (autoreverses ? 2 : 1)
      return count >= 1e9 ? .infinity : count
    }
    return repeatCount >= 1e9 ? .infinity : repeatCount > 0 ? Double(repeatCount) : 1
  }
}

extension CAAnimationGroup {
  /// The length of a cycle.
  var cycle: Double { duration > 0 ? duration : 0.25 }

  var timing: LayerTiming {
    LayerTiming(
      begin: MediaTime(layerSeconds: beginTime), duration: MediaTime(layerSeconds: cycle),
      speed: Double(speed), timeOffset: MediaTime(layerSeconds: timeOffset),
      easing: .curve(Easing(timingFunction)), repeatCount: repetitions(of: cycle),
      autoreverses: autoreverses, fill: .init(fillMode))
  }
}

extension Easing {
  init(_ function: CAMediaTimingFunction?) {
    guard let points = function?.points.map(Double.init), points != [0, 0, 1, 1] else {
      self = .linear
      return
    }
    self = .cubicBezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
  }
}

extension LayerAnimation.Fill {
  init(_ mode: CAMediaTimingFillMode) {
    switch mode {
    case .forwards: self = .forwards
    case .backwards: self = .backwards
    case .both: self = .both
    default: self = .removed
    }
  }
}

extension LayerAnimation.Mode {
  init(_ mode: CAAnimationCalculationMode) {
    switch mode {
    case .discrete: self = .discrete
    case .paced, .cubicPaced: self = .paced
    case .cubic: self = .cubic
    default: self = .linear
    }
  }
}

/// A property of the model that an animation of a key path changes.
struct AnimatedTarget {
  let property: LayerProperty
  /// A value of the key path as one of the property; `relative` values are differences.
  let value: (_ value: Any, _ relative: Bool) -> LayerValue?
  /// A path as SVG data, for points.
  var path: ((CGPath) -> String)?

  func value(_ value: Any, relative: Bool) -> LayerValue? { self.value(value, relative) }

  /// The properties of a key path; empty if it is not drawn.
  static func targets(
    of path: String, _ layer: CALayer, _ around: LayerTranslation.Space,
    _ own: LayerTranslation.Space, _ translation: LayerTranslation
  ) -> [AnimatedTarget] {
    func number(
      _ property: LayerProperty,
      _ change: @escaping (Double, Bool) -> Double = { value, _ in value }
    ) -> AnimatedTarget {
      AnimatedTarget(property: property) { value, relative in
        numberValue(value).map { .number(change($0, relative)) }
      }
    }
    func color(_ property: LayerProperty) -> AnimatedTarget {
      AnimatedTarget(property: property) { value, _ in
        CGColor(value: value).map { .color(translation.color($0)) }
      }
    }
    func point(
      _ property: LayerProperty, _ change: @escaping (CGPoint, Bool) -> Point
    ) -> AnimatedTarget {
      AnimatedTarget(property: property) { value, relative in
        CGPoint(value: value).map { .point(change($0, relative)) }
      }
    }
    let turn = 180 / Double.pi
    switch path {
    case "opacity": return [number(.opacity)]
    case "position":
      var target = point(.position) { value, relative in
        relative
          ? Point(x: Double(value.x), y: around.sign * Double(value.y)) : around.place(value)
      }
      target.path = { translation.svg($0, around) }
      return [target]
    case "position.x": return [number(.positionX) { $1 ? $0 : around.x($0) }]
    case "position.y": return [number(.positionY) { $1 ? around.sign * $0 : around.y($0) }]
    case "bounds.size.width": return [number(.width)]
    case "bounds.size.height": return [number(.height)]
    case "bounds", "bounds.size":
      func side(_ property: LayerProperty, _ length: @escaping (CGSize) -> CGFloat)
        -> AnimatedTarget
      {
        AnimatedTarget(property: property) { value, _ in
          let size = value as? CGSize ?? (value as? CGRect)?.size
          return size.map { .number(Double(length($0))) }
        }
      }
      return [side(.width, \.width), side(.height, \.height)]
    case "anchorPoint":
      return [
        point(.anchorPoint) { value, relative in
          relative
            ? Point(x: Double(value.x), y: own.sign * Double(value.y))
            : translation.anchor(value, own)
        }
      ]
    case "bounds.origin":
      return [
        point(.origin) { value, _ in
          Point(
            x: Double(value.x - own.bounds.minX),
            y: own.sign * Double(value.y - own.bounds.minY))
        }
      ]
    case "bounds.origin.x":
      return [number(.originX) { value, _ in value - Double(own.bounds.minX) }]
    case "bounds.origin.y":
      return [number(.originY) { value, _ in own.sign * (value - Double(own.bounds.minY)) }]
    case "zPosition": return [number(.zPosition)]
    case "hidden", "isHidden":
      return [
        AnimatedTarget(property: .hidden) { value, _ in
          numberValue(value).map { .flag($0 != 0) }
        }
      ]
    case "transform", "sublayerTransform":
      return [
        AnimatedTarget(property: path == "transform" ? .transform : .sublayerTransform) {
          value, _ in
          let matrix = (value as? CATransform3D)?.affine ?? value as? CGAffineTransform
          return matrix.map { .matrix((path == "transform" ? around : own).matrix($0)) }
        }
      ]
    case "contentsRect":
      return [
        AnimatedTarget(property: .contentsRect) { value, _ in
          (value as? CGRect).map { .rectangle(translation.part($0, own)) }
        }
      ]
    case "contentsRect.origin.x", "contentsRect.origin.y", "contentsRect.size.width",
      "contentsRect.size.height":
      return [
        AnimatedTarget(property: .contentsRect) { value, _ in
          guard let number = numberValue(value) else { return nil }
          var area = layer.contentsRect
          switch path {
          case "contentsRect.origin.x": area.origin.x = CGFloat(number)
          case "contentsRect.origin.y": area.origin.y = CGFloat(number)
          case "contentsRect.size.width": area.size.width = CGFloat(number)
          default: area.size.height = CGFloat(number)
          }
          return .rectangle(translation.part(area, own))
        }
      ]
    case "path":
      return [
        AnimatedTarget(property: .path) { value, _ in
          (value as? CGPath).map { .path(translation.svg($0, own)) }
        }
      ]
    case "colors":
      return [
        AnimatedTarget(property: .colors) { value, _ in
          (value as? [Any]).map { list in
            let colors = list.compactMap { CGColor(value: $0) }.map { translation.color($0) }
            return .colors(translation.isMirrored(layer, own) ? colors.reversed() : colors)
          }
        }
      ]
    case "locations":
      return [
        AnimatedTarget(property: .locations) { value, _ in
          (value as? [Any]).map { list in
            let places = list.compactMap { numberValue($0) }
            return .numbers(
              translation.isMirrored(layer, own) ? places.reversed().map { 1 - $0 } : places)
          }
        }
      ]
    case "lineDashPhase": return [number(.lineDashPhase)]
    case "transform.scale":
      return [
        AnimatedTarget(property: .scale) { value, _ in
          numberValue(value).map { .point(Point(x: $0, y: $0)) }
        }
      ]
    case "transform.scale.x": return [number(.scaleX)]
    case "transform.scale.y": return [number(.scaleY)]
    case "transform.rotation", "transform.rotation.z":
      return [number(.rotation) { value, _ in around.sign * value * turn }]
    case "transform.translation.x": return [number(.offsetX)]
    case "transform.translation.y": return [number(.offsetY) { value, _ in around.sign * value }]
    case "transform.translation":
      return [
        point(.offset) { value, _ in
          Point(x: Double(value.x), y: around.sign * Double(value.y))
        }
      ]
    case "backgroundColor": return [color(.background)]
    case "cornerRadius": return [number(.cornerRadius)]
    case "borderWidth": return [number(.borderWidth)]
    case "borderColor": return [color(.borderColor)]
    case "shadowOpacity": return [number(.shadowOpacity)]
    case "shadowRadius": return [number(.shadowRadius)]
    case "shadowColor": return [color(.shadowColor)]
    case "shadowOffset":
      return [
        point(.shadowOffset) { value, _ in
          Point(x: Double(value.x), y: own.sign * Double(value.y))
        }
      ]
    case "fillColor": return [color(.fill)]
    case "strokeColor": return [color(.strokeColor)]
    case "lineWidth": return [number(.lineWidth)]
    case "strokeStart": return [number(.strokeStart)]
    case "strokeEnd": return [number(.strokeEnd)]
    case "foregroundColor": return [color(.color)]
    case "fontSize": return [number(.fontSize)]
    case "startPoint": return [point(.startPoint) { value, _ in translation.anchor(value, own) }]
    case "endPoint": return [point(.endPoint) { value, _ in translation.anchor(value, own) }]
    default: return []
    }
  }
}

extension CGPoint {
  /// The point of a value: a point or a size; `nil` for others.
  init?(value: Any) {
    switch value {
    case let point as CGPoint: self = point
    case let size as CGSize: self.init(x: size.width, y: size.height)
    case let value as NSValue:
      // Other boxes hold no point.
      guard unsafe String(cString: value.objCType).contains("Point") else { return nil }
      self = value.pointValue
    default: return nil
    }
  }
}
