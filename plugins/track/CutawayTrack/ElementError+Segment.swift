import CutawayDiagnostics
import CutawayElementKit
import CutawaySources
import CutawayTime

extension ElementError {
  /// The failure of a segment's source.
  ///
  /// - Parameters:
  ///   - error: The failure, which does not name the source.
  ///   - segment: The segment.
  ///   - index: Its index in the track.
  ///   - sourceTime: The time in the source, in seconds; `nil` if the whole source failed.
  ///   - time: The time in the output, in seconds.
  init(
    _ error: ElementError, of segment: SourceSegment, _ index: Int, at sourceTime: MediaTime?,
    _ time: MediaTime
  ) {
    let place = sourceTime.map { ", at \($0.shortText) s" } ?? ""
    self.init("\(segment.source): \(error) (segment \(index)\(place))", code: error.code)
    missing = error.missing
    source = FailedSource(
      "\(segment.source)", reason: error.description, sourceTime: sourceTime, time: time)
  }
}
