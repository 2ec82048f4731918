extension AnimatedValue {
  /// Whether all entries have no value other than `value`; also true without entries.
  public func isAlways(_ value: Value) -> Bool { allValues.allSatisfy { $0 == value } }

  /// All values of the entries.
  package var allValues: [Value] {
    entries.flatMap { entry in
      switch entry {
      case .instant(_, let value): [value]
      case .ramp(let ramp): [ramp.from, ramp.to]
      }
    }
  }
}
