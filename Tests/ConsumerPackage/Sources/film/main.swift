import Cutaway
import Foundation

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard let output = files.first, files.count > 1 else {
  print("usage: film OUTPUT.mp4 CLIP…")
  exit(64)
}
do {
  let clips = Array(files.dropFirst())
  let edit = clips.count == 2 ? try dissolve(clips[0], clips[1]) : try await join(clips)
  try await export(edit, to: output)
  try await thumbnails(of: edit, in: output.deletingLastPathComponent())
} catch let error as ExportError where .unreadableMedia ~= error {
  for fault in error.faults { print(fault) }
  exit(1)
} catch {
  print(error)
  exit(1)
}
