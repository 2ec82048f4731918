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
  func `a matrix that also scales is not taken for another orientation`(
    orientation: PictureOrientation
  ) async throws {
    let media = TestMedia(video: .init(frameCount: 30, orientation: orientation))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("scaled.mp4")
    try FileManager.default.copyItem(at: try await media.file(), to: file)
    try MovieMatrix(orientation, width: 0, height: 0, scale: (0.5, 0.5)).write(into: file)
    try await expectUpright(file.path, swapsSides: orientation.swapsSides)
  }

  @Test(arguments: PictureOrientation.allCases)
  func `a matrix that widens the picture states the shape of its pixels`(
    orientation: PictureOrientation
  ) async throws {
    let media = TestMedia(video: .init(frameCount: 30, orientation: orientation))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("wide.mp4")
    try FileManager.default.copyItem(at: try await media.file(), to: file)
    try MovieMatrix(orientation, width: 0, height: 0, scale: (2, 1)).write(into: file)
    // Stored columns are twice as wide, before the picture is turned.
    try await expectUpright(
      file.path, swapsSides: orientation.swapsSides, stored: PixelSize(width: 640, height: 180))
  }

  @Test(arguments: PictureOrientation.allCases, ["jpg", "png", "webp", "tiff"])
  func `a photo is shown upright`(orientation: PictureOrientation, format: String) async throws {
    let arguments =
      format == "jpg"
      ? ["-q:v", "2", "-pix_fmt", "yuvj420p"] : format == "webp" ? ["-lossless", "1"] : []
    // A TIFF is written by hand, from a PNG's pixels.
    let media = FFmpegMedia(
      format == "tiff" ? "png" : format, ["-frames:v", "1"] + arguments,
      video: .init(frameCount: 1, orientation: orientation))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("turned.\(format)"), stored = try await media.file()
    if format == "tiff" {
      let frame = try #require(try await RawVideo.read(stored, as: .rgba).first)
      let pixels = frame.bytes.indices.filter { $0 % 4 < 3 }.map { frame.bytes[$0] }
      try PictureTags.tiff(pixels, width: frame.width, height: frame.height, orientation)
        .write(to: file)
    } else {
      try PictureTags(orientation).inserted(into: try Data(contentsOf: stored), size: (320, 180))
        .write(to: file)
    }
    try await expectUpright(file.path, swapsSides: orientation.swapsSides)
  }

  private func expectUpright(
    _ location: String, swapsSides: Bool, stored: PixelSize = PixelSize(width: 320, height: 180)
  ) async throws {
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
    let upright = swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
    #expect(video.uprightSize == upright)
    let frames = try await Rendering(composition).frames
    #expect(frames.count == 15)
    for (index, frame) in frames.enumerated() {
      let code = try #require(frame.code())
      #expect(code.frame == (video.frameDuration == nil ? 0 : UInt16(index)))
    }
    try await expectUprightLayer(location, upright, isStill: video.frameDuration == nil)
  }

  /// The same in a layer over the picture.
  private func expectUprightLayer(
    _ location: String, _ size: PixelSize, isStill: Bool
  ) async throws {
    let length = TimeRange(start: .zero, duration: MediaTime(1, over: 2))
    var layer = OverlayLayer(.image(LayerImage(asset: "a")))
    layer.position = .center
    let frames = try await Rendering(
      Composition(
        render: RenderSettings(size: size, frameDuration: MediaTime(1, over: 30)),
        assets: [Asset(id: "a", location: location)],
        tracks: [try Track(id: "v", mediaType: .video, segments: [Segment(target: length)])],
        overlays: [layer])
    ).frames
    #expect(frames.count == 15)
    for (index, frame) in frames.enumerated() {
      let code = try #require(frame.code())
      #expect(code.frame == (isStill ? 0 : UInt16(index)))
    }
  }
}
