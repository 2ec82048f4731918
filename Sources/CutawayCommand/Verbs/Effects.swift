import ArgumentParser
import Cutaway
import CutawayImaging
import CutawayMedia
import CutawayRuntime
import Foundation

struct Effects: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the installed effects, or the properties of one.",
    discussion: """
      Example:
        cutaway effects vignette
        cutaway effects sepiaTone

      Filters of pictures are listed after the elements. In a composition both are entries of `effects`:
        - {filter: sepiaTone, intensity: 0.8}
        - {element: vignette, strength: 0.4}
      """)

  @Argument(
    help: """
      The factory name of a GStreamer filter, or the name of a filter of pictures. The default lists all video effects.
      """)
  var name: String?

  func run() async throws {
    let name = name
    try await reportingFailures {
      try registerElements()
      guard let name else {
        for effect in await onBlockingThread({ ElementInspection.videoEffects() }) {
          // The summaries of some plugins have several lines.
          let line = effect.summary.split(whereSeparator: \.isNewline).joined(separator: " ")
          let width = max(24, effect.name.count + 1)
          try printResult(effect.name.padding(toLength: width, withPad: " ", startingAt: 0) + line)
        }
        try printResult("")
        for filter in FilterEffect.all {
          let name = "filter: \(filter.name)"
          let width = max(32, name.count + 1)
          try printResult(
            name.padding(toLength: width, withPad: " ", startingAt: 0) + filter.summary)
        }
        return
      }
      if let filter = FilterEffect.named(name) {
        try printResult(filter.description)
        return
      }
      guard let inspection = ElementInspection(name) else {
        throw fail(
          "error: there is no GStreamer element called '\(name)', and no filter", Exit.failed)
      }
      try printResult("\(inspection.name): \(inspection.summary)")
      let obstacles = ElementInspection.Medium.allCases.compactMap(inspection.obstacle)
      // A filter for one media type is not a filter for the other.
      if let obstacle = obstacles.first, obstacles.count == ElementInspection.Medium.allCases.count
      {
        try printResult("  It cannot be an effect: \(obstacle).")
      }
      if !inspection.traits.isEmpty { try printResult("  Traits: \(inspection.traits.text)") }
      for property in inspection.properties {
        try printResult(
          "  \(property.name): \(property.kind.text), default \(property.defaultText)"
            + (property.canBeAnimated ? ", can be animated" : ""))
        if !property.summary.isEmpty {
          try printResult("      \(property.summary)")
        }
      }
    }
  }
}

extension ElementInspection.Kind {
  fileprivate var text: String {
    switch self {
    case .bool: "true or false"
    case .int(let range): "\(range.lowerBound)…\(range.upperBound)"
    case .double(let range): "\(range.lowerBound)…\(range.upperBound)"
    case .choice(let choices): choices.map(\.nick).joined(separator: " | ")
    case .string: "text"
    case .other(let type): type
    }
  }
}
