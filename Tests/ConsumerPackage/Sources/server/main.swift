import Cutaway
import Foundation

// Reads names of composition files, one a line, and exports each of them to the folder.
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let server = RenderServer()
await withTaskGroup { group in
  while let name = readLine() {
    group.addTask {
      do {
        let file = URL(fileURLWithPath: name)
        let edit = try await CompositionDocument.load(contentsOf: file).composition
        let output = folder.appending(path: file.lastPathComponent + ".mp4")
        let id = await server.accept(edit, output: output)
        try await server.end(of: id)
        await server.forget(id)
        print("\(name): completed")
      } catch {
        print("\(name): \(error)")
      }
    }
  }
}
