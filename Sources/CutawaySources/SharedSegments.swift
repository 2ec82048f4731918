package import CutawayDiagnostics
import CutawayKeyframes
import CutawayTime

/// The segments of a track, which do not overlap.
///
/// Their text form is that of ``SourceSegment``, separated by semicolons.
package struct SharedSegments: SharedValue {
  /// In order of time.
  package var segments: [SourceSegment]

  /// Creates the value of a property.
  package init(_ segments: [SourceSegment] = []) { self.segments = segments }

  /// Parses the text form.
  ///
  /// - Throws: `CompositionError` that quotes the invalid entry, or the entry that starts before
  ///   the one before it ends.
  package init(text: String) throws(CompositionError) {
    segments = []
    for part in text.split(separator: ";") {
      let part = String(part.drop { $0.isWhitespace })
      if part.isEmpty { continue }
      guard let segment = SourceSegment(part) else {
        throw CompositionError(
          .invalidValue, "'\(part)' is not a segment: expected START..END=LOCATION@START..END")
      }
      if let last = segments.last, segment.mapping.target.start < last.mapping.target.end {
        throw CompositionError(.overlap, "'\(part)' starts before the segment before it ends")
      }
      segments.append(segment)
    }
  }

  /// The text form.
  package var text: String { segments.map(\.description).joined(separator: "; ") }
}
