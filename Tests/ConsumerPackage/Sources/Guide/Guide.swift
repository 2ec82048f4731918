import Cutaway
import Foundation

// The code of docs/in-swift.md. scripts/check-consumer builds it, and compares it with the page.

func makeEdit(_ first: URL, _ second: URL) async throws -> Composition {
  let (beach, city) = (Asset(id: "beach", url: first), Asset(id: "city", url: second))
  var edit = Composition(assets: [beach, city])
  for (track, asset, start) in [("a", beach, 0), ("b", city, 4)] as [(Track.ID, Asset, MediaTime)] {
    var picture = Track(id: track, mediaType: .video)
    try picture.insert(
      .init(asset: asset.id, source: TimeRange(start: 0, duration: 5)), at: start)
    edit.tracks.append(picture)
  }
  let dissolve = TimeRange(start: 4, end: 5)
  var top = Layer(track: "b", transform: AnimatedValue(LayerTransform(.fit)))
  try top.opacity.add(.ramp(.init(over: dissolve, from: 0, to: 1)))
  let bottom = Layer(track: "a", transform: AnimatedValue(LayerTransform(.fit)))
  edit.instructions = [
    Instruction(range: TimeRange(start: 0, end: edit.duration), layers: [top, bottom])
  ]
  return edit
}

func join(_ clips: [URL]) async throws -> Composition {
  var edit = Composition()
  for (index, url) in clips.enumerated() {
    let clip = Asset(id: "clip-\(index)", url: url)
    let media = try await clip.load()
    guard let duration = media.duration else { continue }
    try edit.insert(
      TimeRange(start: 0, end: duration), of: clip, containing: media, at: edit.duration)
  }
  return edit
}

func export(_ edit: Composition, to url: URL) async throws {
  var settings = ExportSession.Settings()
  settings.overwrites = true
  settings.metadata = ["title": "A day at the beach"]
  let session = ExportSession(edit, preset: .size1280x720, settings: settings)
  async let film: Void = session.export(to: url, as: .mp4)
  for await case .exporting(let progress) in session.states() {
    print("\(Int(progress.fractionCompleted * 100)) %")
  }
  do {
    try await film
  } catch let error as ExportError where .unreadableMedia ~= error {
    for fault in error.faults { print(fault) }
    throw error
  }
}

func thumbnails(of edit: Composition, in folder: URL) async throws {
  var generator = try await ImageGenerator(edit)
  generator.maximumSize = PixelSize(width: 320, height: 320)
  for await result in generator.images(for: [0, 2.5, 5]) {
    let file = folder.appending(path: "at-\(result.requestedTime.text).jpg")
    try await result.image.write(to: file, as: .jpeg(quality: 80))
  }
}

actor RenderServer {
  private var sessions: [UUID: ExportSession] = [:]

  init() { ExportSession.concurrencyLimit = 4 }

  func accept(_ edit: Composition, output: URL) -> UUID {
    let (id, session) = (UUID(), ExportSession(edit, preset: .highestQuality))
    sessions[id] = session
    Task {
      // The session keeps its status and its error for `status(of:)`.
      try? await session.export(to: output, as: .mp4)
    }
    return id
  }

  func status(of id: UUID) -> ExportSession.Status? { sessions[id]?.status }
}
