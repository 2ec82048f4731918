package import CutawayOverlays

extension CASpringAnimation {
  /// The seconds after which the value stays within a thousandth of the way from its end.
  ///
  /// Without a duration of this length, the animation stops after 0.25 s.
  public var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// The spring of the model.
  package var spring: Spring {
    Spring(
      mass: Double(max(mass, 1e-6)), stiffness: Double(max(stiffness, 1e-6)),
      damping: Double(max(damping, 0)), velocity: Double(initialVelocity),
      allowsOverdamping: allowsOverdamping)
  }
}
