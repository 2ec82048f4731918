import ArgumentParser
import Cutaway
import Foundation
import MediaTime
import Translation

struct Frame: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes frames as PNG, exactly as an export shows them.",
    discussion: """
      Example:
        cutaway frame edit.yaml --at 12.5 -o frame.png
        cutaway frame edit.yaml --at 1 --at 2 --at 45f -o 'frame-%d.png'
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(help: "The instant; several are numbered from 0 in the place of %d in the output.")
  var at: [String]
  @Option(name: [.short, .long], help: "The PNG file.", completion: .file(extensions: ["png"]))
  var output: String
  @Flag(help: "Replaces files that exist.")
  var force = false

  func validate() throws {
    if at.isEmpty { throw ValidationError("--at: give at least one instant") }
    if at.count > 1, !output.contains("%d") {
      throw ValidationError("--output: several instants need a %d in the name of the file")
    }
  }

  func run() async throws {
    let (input, at, output, force) = (input, at, output, force)
    let onMissing = missing.onMissing
    try await reportingFailures {
      let resolved = try await input.read().resolved(onMissing: onMissing)
      let times = try at.map { text in
        try parseTime(text, frameDuration: resolved.frameDuration, option: "--at")
      }
      if let late = times.first(where: { $0 >= resolved.duration }) {
        throw ValidationError(
          "--at: \(late) lies past the end of the composition, \(resolved.duration.seconds) s")
      }
      var exporter = FrameExporter()
      exporter.overwrites = force
      exporter.onMissing = onMissing
      for (index, time) in times.enumerated() {
        try await exporter.export(
          resolved, at: time, to: output.replacingOccurrences(of: "%d", with: "\(index)")
        ) { warning in
          tell("warning: \(warning)")
        }
      }
    }
  }
}
