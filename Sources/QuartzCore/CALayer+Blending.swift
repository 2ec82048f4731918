package import CutawayKeyframes

extension CALayer {
  /// How the colours of the layer are mixed with those below it; `nil` if ``compositingFilter`` is no blend mode.
  package var blending: ColorBlending? {
    guard let compositingFilter else { return .normal }
    guard let name = compositingFilter as? String else { return nil }
    return Self.blendings[name]
  }

  /// The modes by the names of Core Animation, which are those of Core Image with another start.
  private static let blendings: [String: ColorBlending] = {
    var names = ["linearDodgeBlendMode": ColorBlending.add, "CILinearDodgeBlendMode": .add]
    for mode in ColorBlending.allCases where mode != .add {
      let name = mode.rawValue
      names["\(name)BlendMode"] = mode
      names["CI\(name.prefix(1).uppercased())\(name.dropFirst())BlendMode"] = mode
    }
    return names
  }()
}
