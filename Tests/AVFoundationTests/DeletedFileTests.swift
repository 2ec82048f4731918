import AVFoundation
import TestSupport
import Testing

/// W12: an asset whose file was read stays readable when the file is deleted or replaced.
@Suite(.serialized) struct DeletedFileTests {
  enum Loss: CaseIterable, Sendable { case deleted, replaced }

  /// A composition of frames 10 to 19 of a film that is lost after its tracks were read.
  private func composition(
    _ loss: Loss, keeping file: inout URL?, in folder: TemporaryDirectory
  ) async throws -> AVMutableComposition {
    let url = folder.file("film.mov")
    try FileManager.default.copyItem(at: try await Clips.film(5).url, to: url)
    let composition = AVMutableComposition()
    // The asset itself is released at the end of the function.
    let asset = AVURLAsset(url: url)
    try composition.add().insertTimeRange(f(10, 20), of: try asset.video(), at: .zero)
    try composition.add(.audio).insertTimeRange(f(10, 20), of: try asset.audio(), at: .zero)
    try FileManager.default.removeItem(at: url)
    if loss == .replaced {
      try FileManager.default.copyItem(at: try await Clips.film(6).url, to: url)
    }
    file = url
    return composition
  }

  @Test(arguments: Loss.allCases)
  func `a composition plays the file that was read`(loss: Loss) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var url: URL?
    let composition = try await composition(loss, keeping: &url, in: folder)

    #expect(try await shown(of: composition, at: [3]) == [Shown(5, 13)])

    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(
      track: try composition.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
    reader.add(output)
    #expect(reader.startReading())
    let frames = try output.all().map { try $0.imageBuffer?.shown() }
    #expect(frames == (10..<20).map { Shown(5, $0) })
    #expect(reader.status == .completed)

    let exported = try await Exported(composition)
    defer { exported.remove() }
    #expect(try await exported.frames() == (10..<20).map { Shown(5, $0) })

    // A new asset is what the name means now.
    let now = AVURLAsset(url: try #require(url))
    switch loss {
    case .deleted:
      await #expect(throws: AVError.self) { try await now.loadTracks(withMediaType: .video) }
    case .replaced: #expect(try await shown(of: now, at: [3]) == [Shown(6, 3)])
    }
  }

  @Test func `a track of a deleted file is read`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("film.mov")
    try FileManager.default.copyItem(at: try await Clips.film(7).url, to: url)
    let asset = AVURLAsset(url: url), track = try asset.video()
    try FileManager.default.removeItem(at: url)
    for settings in [[kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA], nil] {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      reader.add(output)
      #expect(reader.startReading())
      let samples = output.all()
      #expect(samples.count == 60)
      if settings != nil {
        #expect(try samples.map { try $0.imageBuffer?.shown() } == (0..<60).map { Shown(7, $0) })
      }
    }
  }
}
