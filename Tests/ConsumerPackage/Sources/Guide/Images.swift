import Cutaway

// The code of docs/timeline-picture.md.

func images(of composition: Composition, at times: [MediaTime]) async throws {
  var generator = try await ImageGenerator(composition)
  generator.maximumSize = PixelSize(width: 320, height: 320)
  for await result in generator.images(for: times) {
    switch result {
    case .success(let requested, let image, let actual): print(requested, actual, image.size)
    case .failure(let requested, let error): print(requested, error)
    }
  }
}
