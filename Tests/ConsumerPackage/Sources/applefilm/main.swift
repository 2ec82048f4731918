import AVFoundation

// applefilm OUTPUT MUSIC CLIP…: exports the film of the tutorial, and reports why it cannot.
let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard paths.count > 2 else { exit(64) }
do {
  try await film(of: Array(paths.dropFirst(2)), music: paths[1], to: paths[0])
} catch {
  print(error.localizedDescription)
  exit(1)
}
