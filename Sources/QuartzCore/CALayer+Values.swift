import CutawayApple
import Foundation

// Values by their key paths, as programs use them without Objective-C's key-value coding.

extension NSValue {
  /// Creates a value that holds a transform.
  public convenience init(caTransform3D t: CATransform3D) {
    self.init(providing: { sameInstance(BoxedValue(t)) })
  }
  /// The transform in the value; the identity if it holds something else.
  public var caTransform3DValue: CATransform3D {
    (self as? BoxedValue<CATransform3D>)?.content ?? .identity
  }
}

/// The value in an `NSValue` of a point, a size, a rectangle or a transform; others as they are.
package func unboxed(_ value: Any) -> Any {
  guard let value = value as? NSValue, !(value is NSNumber) else { return value }
  if let transform = value as? BoxedValue<CATransform3D> { return transform.content }
  let type = unsafe String(cString: value.objCType)
  return switch true {
  case type.contains("Point"): value.pointValue
  case type.contains("Size"): value.sizeValue
  case type.contains("Rect"): value.rectValue
  default: value
  }
}

extension CALayer {
  /// Sets a property by its key path: those of geometry and look, and parts of ``transform``, `position` and `bounds`.
  ///
  /// Under other keys the layer keeps the value for the program.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let plain = value.map { unboxed($0) }
    if let change = Self.changes[keyPath], let plain, change(self, plain) { return }
    values[keyPath] = value
  }
  /// Sets a property by its key; see ``setValue(_:forKeyPath:)``.
  public func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }
  /// The value of a property, or one that was set under this key.
  public func value(forKeyPath keyPath: String) -> Any? {
    Self.readings[keyPath]?(self) ?? values[keyPath]
  }
  /// The value of a property, or one that was set under this key.
  public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  private typealias Change = @Sendable (CALayer, Any) -> Bool

  private static let changes: [String: Change] = {
    func number(_ set: @escaping @Sendable (CALayer, CGFloat) -> Void) -> Change {
      { layer, value in
        guard let number = CutawayApple.number(in: value) else { return false }
        set(layer, CGFloat(number))
        return true
      }
    }
    func value<Value>(_ set: @escaping @Sendable (CALayer, Value) -> Void) -> Change {
      { layer, value in
        guard let value = value as? Value else { return false }
        set(layer, value)
        return true
      }
    }
    func part(_ set: @escaping @Sendable (inout Parts, CGFloat) -> Void) -> Change {
      number { layer, number in
        var parts = Parts(layer.transform)
        set(&parts, number)
        layer.transform = parts.transform
      }
    }
    return [
      "opacity": number { $0.opacity = Float($1) }, "cornerRadius": number { $0.cornerRadius = $1 },
      "zPosition": number { $0.zPosition = $1 }, "borderWidth": number { $0.borderWidth = $1 },
      "shadowOpacity": number { $0.shadowOpacity = Float($1) },
      "shadowRadius": number { $0.shadowRadius = $1 },
      "position.x": number { $0.position.x = $1 }, "position.y": number { $0.position.y = $1 },
      "bounds.size.width": number { $0.bounds.size.width = $1 },
      "bounds.size.height": number { $0.bounds.size.height = $1 },
      "position": value { $0.position = $1 }, "bounds": value { $0.bounds = $1 },
      "frame": value { $0.frame = $1 }, "anchorPoint": value { $0.anchorPoint = $1 },
      "bounds.size": value { $0.bounds.size = $1 }, "transform": value { $0.transform = $1 },
      "sublayerTransform": value { $0.sublayerTransform = $1 },
      "backgroundColor": value { $0.backgroundColor = $1 },
      "borderColor": value { $0.borderColor = $1 }, "contents": value { $0.contents = $1 as Any },
      "hidden": value { $0.isHidden = $1 }, "name": value { $0.name = $1 },
      "transform.scale": part { ($0.scale.width, $0.scale.height) = ($1, $1) },
      "transform.scale.x": part { $0.scale.width = $1 },
      "transform.scale.y": part { $0.scale.height = $1 },
      "transform.rotation": part { $0.angle = $1 }, "transform.rotation.z": part { $0.angle = $1 },
      "transform.translation.x": part { $0.offset.x = $1 },
      "transform.translation.y": part { $0.offset.y = $1 },
    ]
  }()

  private static let readings: [String: @Sendable (CALayer) -> Any?] = [
    "opacity": { $0.opacity }, "cornerRadius": { $0.cornerRadius }, "zPosition": { $0.zPosition },
    "borderWidth": { $0.borderWidth }, "shadowOpacity": { $0.shadowOpacity },
    "shadowRadius": { $0.shadowRadius }, "position": { NSValue(point: $0.position) },
    "position.x": { $0.position.x }, "position.y": { $0.position.y },
    "bounds": { NSValue(rect: $0.bounds) }, "bounds.size": { NSValue(size: $0.bounds.size) },
    "bounds.size.width": { $0.bounds.width }, "bounds.size.height": { $0.bounds.height },
    "anchorPoint": { NSValue(point: $0.anchorPoint) }, "frame": { NSValue(rect: $0.frame) },
    "transform": { NSValue(caTransform3D: $0.transform) },
    "sublayerTransform": { NSValue(caTransform3D: $0.sublayerTransform) },
    "backgroundColor": { $0.backgroundColor }, "borderColor": { $0.borderColor },
    "contents": { $0.contents }, "hidden": { $0.isHidden }, "name": { $0.name },
    "transform.scale": { (Parts($0.transform).scale.width + Parts($0.transform).scale.height) / 2 },
    "transform.scale.x": { Parts($0.transform).scale.width },
    "transform.scale.y": { Parts($0.transform).scale.height },
    "transform.rotation": { Parts($0.transform).angle },
    "transform.rotation.z": { Parts($0.transform).angle },
    "transform.translation.x": { Parts($0.transform).offset.x },
    "transform.translation.y": { Parts($0.transform).offset.y },
  ]

  /// The scale, the rotation and the offset of a transform in the plane; a shear is lost.
  private struct Parts {
    var scale: CGSize
    var angle: CGFloat
    var offset: CGPoint

    init(_ t: CATransform3D) {
      let width = hypot(t.m11, t.m12), area = t.m11 * t.m22 - t.m12 * t.m21
      scale = CGSize(width: width, height: width > 0 ? area / width : hypot(t.m21, t.m22))
      angle = atan2(t.m12, t.m11)
      offset = CGPoint(x: t.m41, y: t.m42)
    }

    var transform: CATransform3D {
      CATransform3DScale(
        CATransform3DRotate(
          CATransform3DMakeTranslation(offset.x, offset.y, 0), angle, 0, 0, 1),
        scale.width, scale.height, 1)
    }
  }
}
