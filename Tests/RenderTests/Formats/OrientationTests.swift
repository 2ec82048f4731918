import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Rotated and mirrored files.
@Suite(.serialized) struct OrientationTests {
  @Test(arguments: PictureOrientation.allCases, [TestMedia.Container.mp4, .mov])
  func `a rotated video is shown upright`(
    orientation: PictureOrientation, container: TestMedia.Container
  ) async throws {
    let media = TestMedia(container, video: .init(frameCount: 30, orientation: orientation))
    try await expectUpright(try await media.file().path, swapsSides: orientation.swapsSides)
  }

  @Test(arguments: PictureOrientation.allCases)
  func `an orientation matrix without translation is accepted`(
    orientation: PictureOrientation
  ) async throws {
    let media = TestMedia(video: .init(frameCount: 30, orientation: orientation))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("turned.mp4")
    try FileManager.default.copyItem(at: try await media.file(), to: file)
    try MovieMatrix(orientation, width: 0, height: 0).write(into: file)
    try await expectUpright(file.path, swapsSides: orientation.swapsSides)
  }

  @Test(arguments: PictureOrientation.allCases)
  func `a photo is shown upright`(orientation: PictureOrientation) async throws {
    let media = FFmpegMedia(
      "jpg", ["-frames:v", "1", "-q:v", "2", "-pix_fmt", "yuvj420p"],
      video: .init(frameCount: 1, orientation: orientation))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("turned.jpg")
    let picture = try Data(contentsOf: try await media.file())
    try ExifSegment(orientation).inserted(into: picture).write(to: file)
    try await expectUpright(file.path, swapsSides: orientation.swapsSides)
  }

  private func expectUpright(_ location: String, swapsSides: Bool) async throws {
    let composition = Composition(
      assets: [Asset(id: "a", location: location)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: MediaTime(1, over: 2)),
              media: .init(
                asset: "a", source: TimeRange(start: .zero, duration: MediaTime(1, over: 2))))
          ])
      ])
    let catalog = await MediaCatalog(of: composition)
    let video = try #require(catalog.descriptions["a"]?.videoTracks.first)
    let upright = swapsSides ? PixelSize(width: 180, height: 320) : .init(width: 320, height: 180)
    #expect(video.uprightSize == upright)
    let frames = try await Rendering(composition).frames
    #expect(frames.count == 15)
    for (index, frame) in frames.enumerated() {
      let code = try #require(frame.code())
      #expect(code.frame == (video.frameDuration == nil ? 0 : UInt16(index)))
    }
  }
}
