import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Colours as files tag them.
@Suite(.serialized) struct ColorFormatTests {
  /// A matrix by ffmpeg's names, for the conversion filter and for the tag.
  struct Matrix: Sendable, CustomTestStringConvertible {
    var filter: String
    var tag: String
    var testDescription: String { tag }
  }

  private static let matrices = [
    Matrix(filter: "bt709", tag: "bt709"), Matrix(filter: "smpte170m", tag: "smpte170m"),
    Matrix(filter: "bt2020", tag: "bt2020nc"),
  ]

  @Test(arguments: matrices, ["tv", "pc"])
  func `a picture looks the same in any stored matrix and range`(
    matrix: Matrix, range: String
  ) async throws {
    let frame = try await frame(
      "mp4",
      """
      -vf \(conversion(matrix.filter, range)),\(tags(matrix.tag, range)) -c:v libx264 \
      -preset veryfast -crf 8 -pix_fmt yuv420p
      """)
    expectChart(frame)
  }

  @Test(arguments: ["tv", "pc"])
  func `a picture without colour tags is BT 601 below 720 lines`(range: String) async throws {
    // MJPEG has full range and no tags.
    let codec = range == "pc" ? "mjpeg -q:v 2 -pix_fmt yuvj420p" : "rawvideo -pix_fmt yuv420p"
    let frame = try await frame(
      "avi", "-vf \(conversion("smpte170m", range)) -c:v \(codec)")
    // Frames in BT.601 also have its primaries.
    expectChart(frame, within: range == "pc" ? 1.5 : 2.5)
  }

  @Test func `an asset's colorimetry overrides that of the file`() async throws {
    let encoding = "-c:v libx264 -preset veryfast -crf 8 -pix_fmt yuv420p"
    // With a wrong tag, or without a tag.
    for (matrix, range, tag, colorimetry) in [
      ("bt709", "tv", tags("smpte170m", "tv"), Asset.Colorimetry.bt709),
      ("bt709", "tv", tags("unknown", "unknown"), .bt709),
      ("smpte170m", "pc", tags("bt709", "tv"), .jpeg),
    ] {
      let arguments = "-vf \(conversion(matrix, range)),\(tag) \(encoding)"
      expectChart(try await frame("mp4", arguments, colorimetry))
      let misread = differences(of: try await frame("mp4", arguments))
      #expect(misread.contains { $0 > 2 })
    }
  }

  @Test(arguments: [("arib-std-b67", 180), ("smpte2084", 143)])
  func `HDR reference white becomes 87 per cent of the signal`(
    transfer: String, luma: Int
  ) async throws {
    let frame = try await frame(
      "mp4",
      """
      -vf lutyuv=y=\(luma):u=128:v=128,format=yuv420p10le -c:v libx265 -preset ultrafast \
      -x265-params log-level=error:pools=1:colorprim=bt2020:transfer=\(transfer):\
      colormatrix=bt2020nc -tag:v hvc1 -color_primaries bt2020 -color_trc \(transfer) \
      -colorspace bt2020nc
      """)
    // 86.8 % of the range from black to white: 100/203 + s·ln(1 + 103/(203·s)), s = 0.14774, to the power 1/2.4.
    for value in frame.planes[0].bytes { #expect(abs(Int(value) - 206) <= 3) }
    for plane in frame.planes.dropFirst() {
      for value in plane.bytes { #expect(abs(Int(value) - 128) <= 1) }
    }
  }

  private func conversion(_ matrix: String, _ range: String) -> String {
    """
    scale=in_color_matrix=bt709:in_range=tv:out_color_matrix=\(matrix):out_range=\(range):\
    flags=accurate_rnd+full_chroma_int
    """
  }

  /// A filter that sets the tags of frames.
  ///
  /// The encoder takes them over. With the options `-colorspace` and `-color_range`, ffmpeg 7 would
  /// convert frames that have no tags.
  private func tags(_ matrix: String, _ range: String) -> String {
    let curve = matrix == "unknown" ? matrix : "bt709"
    return
      "setparams=range=\(range):colorspace=\(matrix):color_primaries=\(curve):color_trc=\(curve)"
  }

  /// The first frame of a file of one second.
  private func frame(
    _ fileExtension: String, _ arguments: String, _ colorimetry: Asset.Colorimetry? = nil
  ) async throws -> RawFrame {
    let media = FFmpegMedia(
      fileExtension, arguments.split(separator: " ").map(String.init),
      video: .init(frameCount: 10))
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: [
        Asset(id: "a", location: try await media.file().path, colorimetry: colorimetry)
      ],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    return try #require(try await Rendering(composition).frames.first)
  }

  /// Expects the first frame of the chart, as it was drawn.
  private func expectChart(_ frame: RawFrame, within tolerance: Double = 1.5) {
    for mean in differences(of: frame) { #expect(mean < tolerance) }
  }

  /// The mean difference of each plane from the first frame of the chart.
  private func differences(of frame: RawFrame) -> [Double] {
    let chart = TestChart(clip: 1, width: 320, height: 180).frame(0)
    return zip(frame.planes, chart.planes).map { shown, drawn in
      let differences = zip(shown.bytes, drawn.bytes).map { abs(Int($0) - Int($1)) }
      return Double(differences.reduce(0, +)) / Double(differences.count)
    }
  }
}
