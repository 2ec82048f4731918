import Cutaway
import Foundation

func join(_ clips: [URL]) async throws -> Composition {
  var edit = Composition()
  for (index, url) in clips.enumerated() {
    let clip = Asset(id: "clip-\(index)", url: url)
    let media = try await clip.load()
    guard let duration = media.duration else { continue }
    let whole = TimeRange(start: 0, end: duration)
    try edit.insert(whole, of: clip, containing: media, at: edit.duration)
  }
  return edit
}
