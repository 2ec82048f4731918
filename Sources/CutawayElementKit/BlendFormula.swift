public import CutawayKeyframes

/// Formulas from the colour behind and the one in front.
///
/// Alpha does not count. Both sides of a condition are computed: pixels of pictures would make
/// branches slow.
package enum BlendFormula {
  /// Multiplies or screens, depending on the front.
  @inlinable
  @inline(__always)
  package static func hardLight(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    let double = 2 * front, more = double - 1
    return (behind * double).replacing(with: behind + more - behind * more, where: front .> 0.5)
  }

  /// Brightens what is behind.
  ///
  /// Light above 1 stays.
  @inlinable
  @inline(__always)
  package static func dodge(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    let most = behind.raised(to: SIMD4(repeating: 1))
    return (behind / (1 - front)).lowered(to: most)
      .replacing(with: most, where: front .>= 1).replacing(with: behind, where: behind .<= 0)
  }

  /// Darkens what is behind.
  ///
  /// Light above 1 stays.
  @inlinable
  @inline(__always)
  package static func burn(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    (1 - ((1 - behind) / front).lowered(to: SIMD4(repeating: 1)))
      .replacing(with: 0, where: front .<= 0).replacing(with: behind, where: behind .>= 1)
  }

  /// Burns or dodges, depending on the front.
  @inlinable
  @inline(__always)
  package static func vividLight(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    let double = 2 * front
    return burn(behind, double).replacing(with: dodge(behind, double - 1), where: front .> 0.5)
  }

  /// Darkens or brightens softly, depending on the front.
  @inlinable
  @inline(__always)
  package static func softLight(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    let change = 2 * front - 1
    let cubic = ((16 * behind - 12) * behind + 4) * behind
    let light = behind.squareRoot().replacing(with: cubic, where: behind .<= 0.25)
    let darker = change * (behind * (1 - behind))
    return behind + darker.replacing(with: change * (light - behind), where: front .> 0.5)
  }
}

extension ColorBlending: PropertyEnumeration {
  /// The mixed colour of two colours from 0 to 1, without regard to alpha.
  @inline(__always)
  func mixed(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .normal: front
    case .multiply: behind * front
    case .screen: behind + front - behind * front
    case .overlay: BlendFormula.hardLight(front, behind)
    case .softLight: BlendFormula.softLight(behind, front)
    case .hardLight: BlendFormula.hardLight(behind, front)
    case .darken: behind.lowered(to: front)
    case .lighten: behind.raised(to: front)
    case .colorDodge: BlendFormula.dodge(behind, front)
    case .colorBurn: BlendFormula.burn(behind, front)
    case .difference: (behind - front).raised(to: front - behind)
    case .exclusion: behind + front - 2 * behind * front
    case .add: (behind + front).lowered(to: SIMD4(repeating: 1))
    }
  }
}
