import ArgumentParser
import Cutaway
import CutawaySystem
import Foundation

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Reports missing GStreamer plugins, what needs them, and which package provides them.",
    discussion: """
      Example:
        cutaway doctor
        sudo apt-get install $(cutaway doctor --packages)

      The exit status is 1 if an essential element is missing.
      """)

  @Flag(help: "Prints only the names of the missing packages.")
  var packages = false

  func run() async throws {
    let packages = packages
    try await reportingFailures {
      let features = Feature.all
      if packages {
        let missing = Set(features.compactMap(\.missingPackages.first)).sorted()
        for package in missing { try printResult(package) }
      } else {
        for area in Feature.Area.allCases {
          try printArea(area, features.filter { $0.area == area })
        }
        try printResult("hardware:")
        for (name, elements) in [
          ("encoders", HardwareElements.encoders), ("decoders", HardwareElements.decoders),
        ] {
          let list = elements.isEmpty ? "none" : elements.joined(separator: " ")
          try printResult("  \(name)  \(list)")
        }
        try printResult("isolation:")
        for part in Sandbox.Feature.allCases {
          let state = part.isAvailable ? "available" : "MISSING in this kernel: docs/security.md"
          try printResult("  \(part.rawValue)  \(state)")
        }
      }
      if features.contains(where: { $0.isEssential && $0.served == nil }) { throw Exit.failed }
    }
  }
}

private func printArea(_ area: Feature.Area, _ features: [Feature]) throws {
  try printResult("\(area.rawValue):")
  let width = features.map(\.name.count).max() ?? 0
  for feature in features {
    let name = feature.name.padding(toLength: width, withPad: " ", startingAt: 0)
    if let element = feature.served {
      try printResult("  \(name)  \(element.name)")
    } else {
      let ways = feature.alternatives.map { "\($0.name) (\($0.package))" }
      try printResult("  \(name)  MISSING: \(ways.joined(separator: " or "))")
    }
  }
}
