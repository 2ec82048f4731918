import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Formats of pixels that GStreamer's elements handle differently from the usual ones.
@Suite struct PixelFormatTests {
  // Before a work-around, such a file ended the program, in some runs only.
  @Test(arguments: ["yuv420p16le", "yuva444p16le", "yuv440p"])
  func `a format of pixels that GStreamer does not know is an error`(format: String) async throws {
    let media = FFmpegMedia(
      "mkv", ["-c:v", "ffv1", "-pix_fmt", format], video: .init(frameCount: 10))
    let path = try await media.file().path
    for _ in 0..<5 {
      await #expect(throws: PipelineError.self) { try await MediaProbe.describe(path) }
    }
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv422p10le", "yuv420p10le"])
  func `an edge that moves between fields is the same in all lines`(format: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("interlaced.mp4")
    // A bright bar, which moves by six columns a field.
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=320x240:r=50:d=1", "-vf",
        "geq=lum='if(between(X,6*N,40+6*N),220,60)':cb=128:cr=128,"
          + "interlace=lowpass=off:scan=tff,setparams=colorspace=bt709:color_primaries=bt709"
          + ":color_trc=bt709:range=tv",
        "-pix_fmt", format, "-c:v", "libx264", "-crf", "4", "-x264opts", "tff=1", file.path,
      ]
    ).check()
    let range = TimeRange(start: .zero, duration: MediaTime(4, over: 5))
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 240), frameDuration: MediaTime(1, over: 25)),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    for (number, frame) in try await Rendering(composition).frames.enumerated() {
      let edges = (40..<200).map { line in
        frame.bytes[line * 320..<(line + 1) * 320].enumerated().first { $0.element > 140 }?.offset
      }
      let found = edges.compactMap(\.self)
      #expect(found.count == 160)
      let difference = (found.max() ?? 0) - (found.min() ?? 0)
      #expect(difference <= 1, "frame \(number): \(difference) columns")
    }
  }

  @Test(arguments: [
    ("tff", "-c:v libx264 -crf 4 -x264opts tff=1 -pix_fmt yuv420p", "mp4", nil),
    ("bff", "-c:v libx264 -crf 4 -x264opts bff=1 -pix_fmt yuv420p", "mp4", nil),
    ("tff", "-c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 1 -pix_fmt yuv420p", "mpg", nil),
    ("bff", "-c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 0 -pix_fmt yuv420p", "mpg", nil),
    ("tff", "-c:v rawvideo -field_order tt -pix_fmt uyvy422", "mov", 1),
    ("tff", "-c:v rawvideo -field_order tt -pix_fmt uyvy422", "mov", 9),
    ("bff", "-c:v rawvideo -field_order bb -pix_fmt uyvy422", "mov", 6),
    ("bff", "-c:v rawvideo -field_order bb -pix_fmt uyvy422", "mov", 14),
    ("bff", "-c:v v210 -field_order bb -pix_fmt yuv422p10", "mov", 14),
  ])
  func `a frame shows the field that was taken first`(
    order: String, codec: String, fileExtension: String, detail: UInt8?
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("interlaced.\(fileExtension)")
    // A bright bar, which moves by six columns a field.
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=320x240:r=50:d=1", "-vf",
        "geq=lum='if(between(X,6*N,40+6*N),220,60)':cb=128:cr=128,"
          + "interlace=lowpass=off:scan=\(order)",
      ] + codec.split(separator: " ").map(String.init) + [file.path]
    ).check()
    if let detail {
      // Versions of ffmpeg state the order of fields differently.
      var data = try Data(contentsOf: file)
      data[try #require(data.firstRange(of: Data("fiel".utf8))).upperBound + 1] = detail
      try data.write(to: file)
    }
    let range = TimeRange(start: .zero, duration: MediaTime(4, over: 5))
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 240), frameDuration: MediaTime(1, over: 25)),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    // The second frame, so that the deinterlacer knows both neighbours.
    for (number, frame) in try await Rendering(composition).frames.enumerated().dropFirst() {
      let line = frame.bytes[120 * 320..<121 * 320]
      let edge = try #require(line.enumerated().first { $0.element > 140 }?.offset)
      #expect(abs(edge - 12 * number) <= 2, "frame \(number): column \(edge)")
    }
  }

  @Test func `Dolby Vision whose base layer has other colours is refused`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let media = FFmpegMedia(
      "mp4", ["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"],
      video: .init(frameCount: 10))
    var data = try Data(contentsOf: try await media.file())
    // The box of the bit rate becomes a configuration.
    let place = try #require(data.firstRange(of: Data("btrt".utf8))).lowerBound
    for (profile, isRefused) in [(5, true), (8, false)] {
      let configuration = [1, 0, UInt8(profile << 1), 0, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
      data.replaceSubrange(place..<place + 16, with: Array("dvcC".utf8) + configuration)
      let file = folder.file("\(profile).mp4")
      try data.write(to: file)
      if isRefused {
        await #expect(throws: PipelineError.self) { try await MediaProbe.describe(file.path) }
      } else {
        #expect(try await MediaProbe.describe(file.path).videoTracks.count == 1)
      }
    }
  }
}
