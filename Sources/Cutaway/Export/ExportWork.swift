import CutawayGraph
import CutawayTime

/// How much work the parts of an export are, as far as the composition tells.
///
/// A second of one film is 1. What it shows is not known: films of one size differ twofold and more.
/// Where nothing moves an encoder has little to do, and each further layer is decoded and mixed.
struct ExportWork: Sendable {
  /// The work before each time at which its density changes, and the density from there on.
  private let parts: [(start: Double, before: Double, density: Double)]
  private let duration: Double

  /// As measured with H.264, HEVC and VP9 at 720p.
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

  /// The work before a time of the output, in seconds.
  func done(at time: Double) -> Double {
    let later = parts.partitioningIndex { $0.start > time }
    guard later > 0 else { return 0 }
    let part = parts[later - 1]
    return part.before + (time - part.start) * part.density
  }
}
