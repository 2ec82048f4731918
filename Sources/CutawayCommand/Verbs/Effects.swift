import ArgumentParser
import Cutaway
import CutawayMedia
import CutawayRuntime
import Foundation

struct Effects: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the installed effects, or the properties of one.",
    discussion: """
      Example:
        cutaway effects vignette
      """)

  @Argument(help: "The factory name of a GStreamer filter. The default lists all video effects.")
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
        return
      }
      guard let inspection = ElementInspection(name) else {
        throw fail("error: no GStreamer element called '\(name)' is installed", Exit.failed)
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
