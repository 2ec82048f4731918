import Cutaway
import Foundation

// fade FILE OUTPUT: exports a composition file with its topmost layer half transparent.
let (file, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
let score = Composition(tracks: [Track(title: file)], ink: Color(name: "blue"))
var edit = try await CompositionDocument.load(contentsOf: URL(fileURLWithPath: file)).composition
edit.instructions[0].layers[0].opacity = AnimatedValue(0.5)
let size = try await edit.assets[0].load().videoTracks.first?.uprightSize
try await ExportSession(edit, preset: .size1280x720)
  .export(to: URL(fileURLWithPath: output), as: .mp4)
print("\(score.tracks[0].title) is in \(output), from \(size.map { "\($0)" } ?? "sound")")
