import Cutaway
import CutawayFile
import CutawayMedia
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Series of images as assets.
@Suite(.serialized) struct ImageSeriesTests {
  private static let media = TestMedia(video: .init(frameCount: 30, clip: 84))

  /// Runs `body` with a folder of 24 images whose numbers start at 7, and which show the frames from 0
  /// on.
  private func withImages(
    _ kind: ExportFileType = .png, _ body: (_ folder: URL) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let source = TimeRange(start: .zero, duration: MediaTime(24, over: 30))
    let film = Composition(
      assets: [Asset(id: "film", location: try await Self.media.file().path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: source, media: .init(asset: "film", source: source))])
      ])
    let ending = kind.pathExtensions[0]
    try await ExportSession(film).export(to: folder.file("f-%03d.\(ending)").path, as: kind)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    for name in names.reversed() {
      let number = (Int(name.dropFirst(2).prefix(3)) ?? 0) - (names[0].contains("001") ? 1 : 0)
      let digits = "\(number + 7)"
      let padded = String(repeating: "0", count: 4 - digits.count) + digits
      try FileManager.default.moveItem(
        at: folder.file(name), to: folder.file("100% n\(padded).\(ending)"))
    }
    try await body(folder.url)
  }

  private func edit(_ folder: URL, _ segment: String = "source: [0, 1.2]", ending: String = "png")
    throws -> Composition
  {
    try CompositionDocument(
      reading: """
        cutaway: 1
        assets: {a: {uri: "\(folder.path)/100% n%04d.\(ending)", frameRate: 20}}
        tracks: [{id: v, type: video, segments: [{asset: a, \(segment)}]}]
        """, file: "f", directory: ""
    ).composition
  }

  private func policy(_ folders: String...) -> RenderPolicy {
    var policy = RenderPolicy()
    policy.folders = folders
    return policy
  }

  private func codes(_ frames: [RawFrame]) -> [UInt16?] { frames.map { $0.code()?.frame } }

  @Test(arguments: [ExportFileType.png, .jpeg])
  func `each image is a frame, from the first number on`(kind: ExportFileType) async throws {
    try await withImages(kind) { folder in
      let edit = try edit(folder, ending: kind.pathExtensions[0])
      let media = await MediaCatalog(of: edit)
      #expect(media.descriptions["a"]?.duration == MediaTime(6, over: 5))
      #expect(media.descriptions["a"]?.videoTracks[0].frameDuration == MediaTime(1, over: 20))
      #expect(codes(try await Rendering(edit).frames) == Array(0..<24))
    }
  }

  @Test func `a seek shows the image of its time`() async throws {
    try await withImages { folder in
      let edit = try edit(folder), frame = MediaTime(1, over: 20)
      for (start, end) in [(1, 4), (11, 13), (22, 24), (5, 6)] {
        let range = TimeRange(start: frame * start, end: frame * end)
        let found = codes(try await Rendering(edit, range: range).frames)
        #expect(found == (UInt16(start)..<UInt16(end)).map(Optional.some))
      }
      let backwards = try self.edit(folder, "source: [0.25, 0.75], reverse: true")
      #expect(
        codes(try await Rendering(backwards).frames) == (5..<15).reversed().map(Optional.some))
      let cut = try self.edit(folder, "source: [0.6, 1]")
      #expect(codes(try await Rendering(cut).frames) == (12..<20).map(Optional.some))
    }
  }

  @Test func `a missing image is an error that names it`() async throws {
    try await withImages { folder in
      try FileManager.default.removeItem(at: folder.appendingPathComponent("100% n0012.png"))
      let failure = await MediaCatalog(of: try edit(folder)).failures["a"]
      #expect(
        failure?.message
          == "the image \(folder.path)/100% n0012.png is missing, between "
          + "\(folder.path)/100% n0007.png and \(folder.path)/100% n0030.png")
    }
  }

  @Test func `a series without images is an error`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let failure = await MediaCatalog(of: try edit(folder.url)).failures["a"]
    #expect(
      failure?.message.hasPrefix("there is no image \(folder.url.path)/100% n0000.png") == true)
  }

  @Test func `a policy refuses a link to an image elsewhere`() async throws {
    try await withImages { folder in
      let secret = try TemporaryDirectory()
      defer { secret.remove() }
      let image = folder.appendingPathComponent("100% n0015.png")
      try FileManager.default.moveItem(at: image, to: secret.file("x.png"))
      try FileManager.default.createSymbolicLink(
        at: image, withDestinationURL: secret.file("x.png"))
      let faults = policy(folder.path).faults(in: try edit(folder))
      #expect(faults.map(\.path) == [["assets", "0"]])
      #expect(policy(folder.path, secret.url.path).faults(in: try edit(folder)) == [])
    }
  }
}
