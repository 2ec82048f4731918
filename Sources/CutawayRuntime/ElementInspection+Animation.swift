package import CutawayKeyframes

extension ElementInspection {
  /// The properties that an animation sets, one for each component; `nil` if the element does not
  /// have them.
  package func properties(for animation: PropertyAnimation, named name: String) -> [Property]? {
    for names in animation.targets(of: name) {
      let found = names.compactMap { name in properties.first { $0.name == name } }
      if found.count == names.count { return found }
    }
    return nil
  }

  /// The reason why an animation of a property is not possible, with the name of the property;
  /// `nil` if it is.
  package func fault(of animation: PropertyAnimation, named name: String) -> String? {
    guard let targets = properties(for: animation, named: name) else {
      let pairs = animation.targets(of: name).filter { $0 != [name] }
        .map { $0.joined(separator: ", ") }.joined(separator: " or ")
      if properties.contains(where: { $0.name == name }) {
        return "'\(name)': it is not a point: '\(self.name)' has no \(pairs)"
      }
      let others = pairs.isEmpty ? "" : ", nor \(pairs)"
      let names = properties.map(\.name).joined(separator: ", ")
      return "'\(self.name)' has no property '\(name)'\(others); it has \(names)"
    }
    for (index, property) in targets.enumerated() {
      if let fault = property.fault(of: animation, component: index, of: targets.count) {
        return "'\(property.name)': \(fault)"
      }
    }
    return nil
  }
}

extension ElementInspection.Property {
  /// Whether the property has all components of a colour, as 0xAARRGGBB.
  package var isColor: Bool { kind == .int(0...Int(UInt32.max)) }

  /// Whether ramps can change the property.
  package var canBeAnimated: Bool { isControllable && numbers != nil }

  fileprivate func fault(
    of animation: PropertyAnimation, component: Int, of count: Int
  ) -> String? {
    guard let range = numbers else {
      return "only numbers, colours and points can be animated, not \(kind.name)"
    }
    if !isControllable {
      return "it cannot be animated, because the element does not declare it controllable"
    }
    if case .color = animation {
      // Colours are always within the range.
      return count > 1 || isColor ? nil : "expected a number, found a colour"
    }
    let values = animation.allComponents.map { $0[component] }
    if case .int = kind, let value = values.first(where: { $0 != $0.rounded() }) {
      return "expected a whole number, found \(value)"
    }
    return values.first { !range.contains($0) }.map { value in
      let (low, high) = (range.lowerBound.shortText, range.upperBound.shortText)
      return "expected \(low)…\(high), found \(value.shortText)"
    }
  }

  private var numbers: ClosedRange<Double>? {
    switch kind {
    case .int(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .double(let range): range
    case .bool, .choice, .string, .other: nil
    }
  }
}

extension ElementInspection.Kind {
  fileprivate var name: String {
    switch self {
    case .bool: "true and false"
    case .choice: "an enumeration"
    case .string: "text"
    case .int, .double: "numbers"
    case .other(let type): "values of type \(type)"
    }
  }
}

extension Double {
  /// The number without a redundant `.0`.
  fileprivate var shortText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
