import CutawayModel
package import CutawayQuirks

extension Quirk {
  /// A launch line sets the property `method` of videoflip when it makes the element, which then
  /// sets the default of `video-direction` over it: the picture stays as it is.
  package static let flipMethod = Quirk(
    "videoflip ignores the property method in a launch line",
    versions: [.since(1, 22, 0, before: 1, 22, 3)],
    kept: "the graph of a composition is the same for all versions",
    upstream: "fixed by 020fd3d14d (merge request 4536, issue 2529), with a backport b17fbb231c",
    test: "the old property of videoflip rotates frames, alone and in a chain")
}

/// The deprecated property `method` of `videoflip`, as the property that took its place.
///
/// Numbers mean the same for both.
enum FlipMethod {
  /// Nicks and names of `method` by their numbers, and the nicks of `video-direction`.
  private static let values: [(nick: String, name: String, direction: String)] = [
    ("none", "Identity (no rotation)", "identity"),
    ("clockwise", "Rotate clockwise 90 degrees", "90r"),
    ("rotate-180", "Rotate 180 degrees", "180"),
    ("counterclockwise", "Rotate counter-clockwise 90 degrees", "90l"),
    ("horizontal-flip", "Flip horizontally", "horiz"),
    ("vertical-flip", "Flip vertically", "vert"),
    ("upper-left-diagonal", "Flip across upper left/lower right diagonal", "ul-lr"),
    ("upper-right-diagonal", "Flip across upper right/lower left diagonal", "ur-ll"),
    ("automatic", "Select flip method based on image-orientation tag", "auto"),
  ]

  /// - Returns: The property to set instead; `nil` for all but `method` of `videoflip`, and for values that
  ///   it does not have.
  static func replacement(
    for property: String, _ value: Effect.Value, of element: String
  ) -> PipelineGraph.Property? {
    guard Quirk.flipMethod.applies(to: nil), element == "videoflip", property == "method" else {
      return nil
    }
    let index: Int? =
      switch value {
      case .int(let number): number
      case .string(let text):
        values.firstIndex { $0.nick == text || $0.name == text } ?? Int(text)
      case .bool, .double, .numbers, .animated: nil
      }
    guard let index, values.indices.contains(index) else { return nil }
    return PipelineGraph.Property("video-direction", .string(values[index].direction))
  }
}
