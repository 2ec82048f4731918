import Cutaway
import Foundation

func thumbnails(of edit: Composition, in folder: URL) async throws {
  var generator = try await ImageGenerator(edit)
  generator.maximumSize = PixelSize(width: 320, height: 320)
  for await result in generator.images(for: [0, 2.5, 5]) {
    let name = "at-\(result.requestedTime.text).jpg"
    try await result.image.write(
      to: folder.appending(path: name), as: .jpeg(quality: 80),
      overwriting: true)
  }
}
