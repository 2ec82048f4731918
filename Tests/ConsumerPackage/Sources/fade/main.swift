import Cutaway
import Foundation

// fade FILE OUTPUT: exports a composition file with its topmost layer half transparent.
let (file, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
let score = Composition(tracks: [Track(title: file)], ink: Color(name: "blue"))
let text = try String(contentsOfFile: file, encoding: .utf8)
let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
var edit = try CompositionDocument(reading: text, file: file, directory: folder).composition
edit.instructions[0].layers[0].opacity = AnimatedValue(0.5)
try await ExportSession(edit, preset: .size1280x720).export(to: output, as: .mp4)
print("\(score.tracks[0].title) is in \(output)")
