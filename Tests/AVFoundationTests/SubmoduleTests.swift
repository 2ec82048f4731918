import AVFoundation.AVAsset
import AVFoundation.AVAssetExportSession
import Testing

/// Names of headers, which programs import instead of a whole module.
@Suite struct SubmoduleTests {
  @Test func `a module comes with the name of a header`() {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/none.mp4"))
    #expect(asset.url.path == "/none.mp4")
    #expect(CMTime(value: 1, timescale: 2).seconds == 0.5)
    #expect(CALayer().opacity == 1)
  }
}
