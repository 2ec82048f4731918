/// A look by name: effects that are often wanted together.
///
/// It is no effect of its own: ``effects(strength:)`` are ordinary filters and elements, which a composition contains.
public enum Look: String, Sendable, Hashable, CaseIterable {
  /// The light of an evening.
  case warm
  /// The light of a cloudy day.
  case cool
  /// Strong colours and contrast.
  case vivid
  /// Weak colours, and no black.
  case faded
  /// Black and white with contrast, darker at the edges.
  case noir
  /// Brown, with grain, darker at the edges.
  case vintage
  /// Warm lights and blue shadows.
  case cinema
  /// Little colour and much contrast.
  case bleach

  /// The effects in the order in which they are applied.
  ///
  /// - Parameter strength: How strong they are: 0 changes nothing.
  /// - Returns: Effects that need nothing besides the project's own filters and elements.
  public func effects(strength: Double = 1) -> [Effect] {
    switch self {
    case .warm:
      [
        temperature(6_500 - 800 * strength),
        filter("vibrance", ["amount": .double(0.15 * strength)]),
      ]
    case .cool:
      [
        temperature(6_500 + 900 * strength),
        saturation(1 - 0.05 * strength),
      ]
    case .vivid:
      [
        filter("vibrance", ["amount": .double(0.5 * strength)]),
        curve([0, -0.03, 0, 0.04, 0], strength),
      ]
    case .faded:
      [saturation(1 - 0.3 * strength), curve([0.12, 0.06, 0, 0, -0.05], strength)]
    case .noir:
      [
        saturation(1 - strength), curve([0, -0.08, 0, 0.07, 0], strength),
        vignette(0.45 * strength),
      ]
    case .vintage:
      [
        filter("sepiaTone", ["intensity": .double(0.4 * strength)]),
        curve([0.08, 0, 0, 0, -0.05], strength),
        Effect(element: "noise", properties: ["amount": .double(0.05 * strength)]),
        vignette(0.4 * strength),
      ]
    case .cinema:
      [
        filter(
          "colorPolynomial",
          [
            "redCoefficients": .numbers([0, 1 - 0.14 * strength, 0.17 * strength, 0]),
            "blueCoefficients": .numbers([0.01 * strength, 1, -0.25 * strength, 0]),
          ]), curve([0, -0.04, 0, 0.03, 0], strength),
      ]
    case .bleach:
      [saturation(1 - 0.55 * strength), curve([0, -0.07, 0, 0.09, 0], strength)]
    }
  }

  private func filter(_ name: String, _ properties: [String: Effect.Value]) -> Effect {
    Effect(filter: name, properties: properties)
  }

  private func temperature(_ kelvin: Double) -> Effect {
    filter("temperatureAndTint", ["targetNeutral": .point(x: kelvin, y: 0)])
  }

  private func saturation(_ value: Double) -> Effect {
    filter("colorControls", ["saturation": .double(value)])
  }

  private func vignette(_ strength: Double) -> Effect {
    Effect(element: "vignette", properties: ["strength": .double(strength)])
  }

  /// A curve that moves levels at quarters by differences; those that stay are not stated.
  private func curve(_ differences: [Double], _ strength: Double) -> Effect {
    var points: [String: Effect.Value] = [:]
    for (index, difference) in differences.enumerated() where difference != 0 {
      let place = Double(index) / 4
      points["point\(index)"] = .point(x: place, y: place + difference * strength)
    }
    return filter("toneCurve", points)
  }
}
