package import CutawayTime

/// Where a source failed while it was read.
///
/// It travels from the element that reads the source, in the details of its error message, to the error
/// of an export, which names the asset.
package struct FailedSource: Sendable, Hashable, Codable {
  /// The location of a file or a composition file, or the pattern of a series of images.
  package var location: String
  /// What failed, without the location.
  package var reason: String
  /// The time in the source, in seconds; `nil` if the whole source failed.
  package var sourceTime: MediaTime?
  /// The time in the output, in seconds; `nil` if it is not known.
  package var time: MediaTime?

  /// Creates a place; times that are not known may be left out.
  package init(
    _ location: String, reason: String, sourceTime: MediaTime? = nil, time: MediaTime? = nil
  ) {
    (self.location, self.reason) = (location, reason)
    (self.sourceTime, self.time) = (sourceTime, time)
  }
}

extension FailedSource: CustomStringConvertible {
  /// The location, the reason and the times: `a.mp4: the data are damaged (at 1.5 s of it, shown at 3 s)`.
  package var description: String { "\(location): \(reasonAndTimes)" }

  /// The reason, and the times in parentheses.
  package var reasonAndTimes: String {
    let times = [
      sourceTime.map { "at \($0.shortText) s of it" }, time.map { "shown at \($0.shortText) s" },
    ].compactMap(\.self)
    return times.isEmpty ? reason : "\(reason) (\(times.joined(separator: ", ")))"
  }
}
