import CutawayTime
import CutawayTranslation

extension SmartPlan {
  /// The span that contains a frame.
  func span(at frame: Int64) -> Span? {
    let next = spans.partitioningIndex { $0.frames.lowerBound > frame }
    return next > 0 && spans[next - 1].frames.contains(frame) ? spans[next - 1] : nil
  }

  /// The greatest number of packets by which a frame is decoded after its place in the order of
  /// presentation.
  func reordering(_ tables: [Source: PacketTable]) -> Int64 {
    var greatest = 0
    for span in spans {
      guard case .copied(let source, let packets, let places) = span.content,
        let table = tables[source]
      else { continue }
      for (number, index) in packets.enumerated() {
        greatest = max(greatest, number - (table.places[index] - places.lowerBound))
      }
    }
    return Int64(greatest)
  }
}
