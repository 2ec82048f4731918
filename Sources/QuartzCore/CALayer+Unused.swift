extension CALayer {
  /// What has been set, but has no effect, with what happens instead.
  package var settingsWithoutEffect: [String] {
    var found: [String] = []
    func add(_ isSet: Bool, _ text: String) { if isSet { found.append(text) } }
    add(
      blending == nil || filters != nil || backgroundFilters != nil,
      "filters of layers are not drawn (layer \(name ?? "without a name"))")
    add(
      maskedCorners.rawValue != 15 && cornerRadius > 0,
      "maskedCorners is not drawn: all corners are round")
    add(
      cornerCurve != .circular && cornerRadius > 0,
      "cornerCurve is not drawn: corners are parts of circles")
    add(shadowPath != nil, "shadowPath is not used: the shadow is that of what the layer draws")
    add(!isDoubleSided, "isDoubleSided is not used: the back of a layer is drawn")
    add(
      !allowsGroupOpacity, "allowsGroupOpacity is not used: a layer and its sublayers fade as one")
    add(!allowsEdgeAntialiasing, "allowsEdgeAntialiasing is not used: edges are smooth")
    add(
      minificationFilter != .linear,
      "minificationFilter is not used: images are made smaller smoothly")
    add(
      delegate != nil && contents == nil && type(of: self) == CALayer.self,
      "the delegate of a layer is not called: draw into its contents, or in a subclass")
    add(actions?.isEmpty == false, "actions of layers are not performed: add animations")
    add(anchorPointZ != 0, "anchorPointZ is not used: layers have no depth")
    return found
  }
}
