import AVFoundation
import TestSupport
import Testing

/// The times of frames that readers deliver, from films of other programs.
@Suite struct ReaderTimeTests {
  /// A phone's film has ticks of 1/600 s, of which one frame lasts one more.
  private static var phone: URL {
    get async throws {
      try await FFmpegMedia(
        "mov",
        ("-c:v libx264 -preset veryfast -g 25 -bf 2 -pix_fmt yuv420p -fps_mode passthrough "
          + "-vf settb=1/600,setpts=20*N+gte(N\\,35) -enc_time_base 1:600 "
          + "-video_track_timescale 600").split(separator: " ").map(String.init),
        video: .init(width: 320, height: 180, frameCount: 60, clip: 4)
      ).file()
    }
  }

  @Test func `frames have their own times, also after an edit list`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let phone = try await Self.phone, late = folder.file("late.mov")
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-itsoffset", "0.4", "-i", phone.path, "-c", "copy", late.path]
    ).check()
    for (file, offset) in [(phone, 0), (late, 240)] as [(URL, CMTimeValue)] {
      let film = AVURLAsset(url: file)
      for first in [0, 17] as [Int] {
        let reader = try AVAssetReader(asset: film)
        let begin = CMTime(
          value: first == 0 ? 0 : CMTimeValue(20 * first) + offset, timescale: 600)
        reader.timeRange = CMTimeRange(start: begin, end: .positiveInfinity)
        let output = AVAssetReaderTrackOutput(
          track: try film.video(),
          outputSettings: [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
          ])
        reader.add(output)
        #expect(reader.startReading())
        let samples = output.all()
        #expect(
          try samples.map { try $0.imageBuffer?.shown() } == (first..<60).map { Shown(4, $0) })
        let times: [CMTimeValue] = (0...60).map { number in
          let late = number >= 35 ? 1 : 0
          return CMTimeValue(20 * number + late) + offset
        }
        #expect(
          samples.map(\.presentationTimeStamp)
            == times[first..<60].map { CMTime(value: $0, timescale: 600) })
        // ffmpeg shortens the last frame of a copy.
        #expect(
          samples.dropLast().map(\.duration)
            == (first..<59).map { CMTime(value: times[$0 + 1] - times[$0], timescale: 600) })
      }
    }
  }
}
