import CutawayElementBridge
package import CutawayQuirks
import CutawaySources

extension Quirk {
  /// aiffparse sometimes, once in 60 times on a busy machine, stops its task without an error.
  ///
  /// A second attempt succeeds.
  package static let aiffProbe = Quirk(
    "aiffparse stops its task at times",
    versions: [.all],
    upstream: "not tried with later versions; 3a353acfed (1.26.10 and 1.28.0) changes seeks",
    test: nil)
}

extension MediaProbe {
  /// Describes a local file, which opens at once or not at all.
  ///
  /// - Returns: The description; `nil` for other locations, and if it takes too long.
  static func describeAtOnce(
    _ location: String, seconds: Int
  ) async throws(PipelineError) -> MediaDescription? {
    guard Quirk.aiffProbe.applies, FileIdentity(location: location) != nil, seconds > 3 else {
      return nil
    }
    do throws(PipelineError) {
      return try await attempt(location, seconds: 3)
    } catch  where .timedOut ~= error && !Task.isCancelled {
      return nil
    }
  }
}
