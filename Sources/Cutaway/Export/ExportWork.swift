import CutawayContainers
import CutawayTime
import CutawayTranslation

/// Estimates the work of the parts of an export.
///
/// One second of one video layer counts as 1. The content is unknown, and videos of the same size
/// differ by a factor of two and more. A part without layers is easy to encode. Each further layer
/// adds decoding and mixing.
struct ExportWork: Sendable {
  /// For each time at which the density changes: the work before it, and the density after it.
  private let parts: [(start: Double, before: Double, density: Double)]
  private let duration: Double

  /// The work per second, as measured with H.264, HEVC and VP9 at 720p.
  private static func density(_ layerCount: Int) -> Double {
    layerCount == 0 ? 0.45 : 1 + 0.4 * Double(layerCount - 1)
  }

  init(_ movements: [Translation.Movement], duration: MediaTime) {
    var parts: [(start: Double, before: Double, density: Double)] = []
    for movement in movements {
      let start = movement.start.seconds
      let before = parts.last.map { $0.before + (start - $0.start) * $0.density } ?? 0
      parts.append((start, before, Self.density(movement.layerCount)))
    }
    self.parts = parts
    self.duration = duration.seconds
  }

  var total: Double { done(at: duration) }

  /// The work before a time of the output in seconds, in units of the density.
  func done(at time: Double) -> Double {
    let later = parts.partitioningIndex { $0.start > time }
    guard later > 0 else { return 0 }
    let part = parts[later - 1]
    return part.before + (time - part.start) * part.density
  }
}
