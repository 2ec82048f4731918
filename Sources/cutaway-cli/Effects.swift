import ArgumentParser
import Cutaway
import Foundation
import GStreamer

struct Effects: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what an effect element can be told.",
    discussion: """
      Example:
        cutaway effects vignette
      """)

  @Argument(help: "The factory name of a GStreamer filter; without it, all video filters.")
  var name: String?

  func run() async throws {
    let name = name
    try await reportingFailures {
      try registerElements()
      guard let name else {
        for (name, summary) in ElementInspection.videoFilters() {
          // Some plugins' summaries have several lines.
          let line = summary.split(whereSeparator: \.isNewline).joined(separator: " ")
          try printResult(
            name.padding(toLength: max(24, name.count + 1), withPad: " ", startingAt: 0) + line)
        }
        return
      }
      guard let inspection = ElementInspection(name) else {
        throw fail("error: no GStreamer element called '\(name)' is installed", Exit.failed)
      }
      try printResult("\(inspection.name): \(inspection.summary)")
      for property in inspection.properties {
        try printResult(
          "  \(property.name): \(property.kind.text), default \(property.defaultText)")
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
    case .choice(let names): names.joined(separator: " | ")
    case .string: "text"
    case .other(let type): type
    }
  }
}
