import CCutawayGStreamer
import CutawayElementBridge
import CutawayImageFilterPlugin
import CutawayRampsPlugin
import CutawayTrackPlugin
import Foundation
import TestSupport
import Testing

/// Elements whose first buffer after a seek begins before the segment, as that of a decoder may.
@Suite(.timeLimit(.minutes(10)))
struct SegmentStartTests {
  private func launched(_ line: String) throws -> LaunchedMixer {
    try #require(
      rampsPlugin.register() && trackPlugin.register() && imageFilterPlugin.register())
    return try LaunchedMixer(line + " ! appsink name=sink sync=false", mixer: "none")
  }

  @Test(
    "The frame at the start of a seek has the values of its own time",
    arguments: [
      "opacityramp keyframes=0..2=1>0",
      "videoconvert ! propertyramp keyframes=\"brightness{0..2=-1>1}\" ! videobalance",
      "imagefilter filters=\"exposureAdjust ev{0..2=-4>1}\"",
      "transformramp keyframes=\"0..2=1,0,0,1,0,0>0.5,0,0,0.5,8,6\"",
      "layereffects chains=\"0.8..1{videoflip video-direction=vert}\"",
    ])
  func frame(effect: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.url.appendingPathComponent("film.mkv").path
    try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2", film]
    ).check()
    let launched = try launched(
      "tracksrc media=video segments=\"0..2=\(film)@0..2\" duration=2 frame-duration=1/25 ! "
        + "videoconvert ! \(effect) ! videoconvert ! compositor background=black ! "
        + "video/x-raw,format=I420,width=64,height=48,framerate=25/1")
    launched.set(GST_STATE_PLAYING)
    let whole = try launched.frames()
    try #require(whole.count == 50)
    for offset: Int64 in [0, 1, 19_000_000, 39_000_000] {
      #expect(
        launched.seek(
          from: 800_000_000 + offset, to: 1_600_000_000, flags: GST_SEEK_FLAG_FLUSH))
      let first = try #require(try launched.nextRun(count: 1).first)
      let isEqual = first.luma == whole[20].luma
      #expect(isEqual, "\(offset) ns after its beginning")
    }
  }

  @Test(
    "The sample at the start of a seek has the values of its own time",
    arguments: [
      "volumeramp keyframes=0..2=0>1", "panramp keyframes=0..2=-1>1",
      "propertyramp keyframes=\"volume{0..2=0>1}\" ! volume",
    ])
  func sample(effect: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let sound = folder.url.appendingPathComponent("sound.wav").path
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2",
        "-ac", "2", "-c:a", "pcm_f32le", sound,
      ]
    ).check()
    let launched = try launched(
      "tracksrc media=audio segments=\"0..2=\(sound)@0..2\" duration=2 sample-rate=48000 channels=2 ! "
        + "\(effect)")
    launched.set(GST_STATE_PLAYING)
    let whole = try launched.sound(count: 2 * 96_000)
    // A sample takes 20,833 nanoseconds.
    for offset: Int64 in [0, 1, 4_170, 10_000] {
      #expect(
        launched.seek(
          from: 1_000_000_000 + offset, to: 1_600_000_000, flags: GST_SEEK_FLAG_FLUSH))
      let rest = try launched.sound(count: 57_000)
      #expect(
        zip(rest, whole[96_000...]).allSatisfy { abs($0 - $1) < 1e-6 },
        "\(offset) ns after its beginning")
    }
  }

  @Test("A frame that the start of a backward seek cuts is shown, however short its rest is")
  func startWithinFrame() async throws {
    try #require(trackPlugin.register())
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.url.appendingPathComponent("film.mkv").path
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=white:s=32x32:r=30:d=2", film]
    ).check()
    for frameDuration in ["1/25", "1/30"] {
      let format = "video/x-raw,format=I420,width=32,height=32,framerate=25/1"
      let line =
        "MIXER name=m ! \(format) ! appsink name=sink sync=false "
        + "tracksrc media=video segments=\"0..2=\(film)@0..2\" duration=2 "
        + "frame-duration=\(frameDuration) ! m.sink_0"
      for part: Int64 in [2, 500_000, 5_000_000, 19_999_999, 20_000_000, 39_000_000] {
        let mixer = try LaunchedMixer(line, mixer: "layermixer")
        mixer.set(GST_STATE_PAUSED)
        try mixer.waitForState()
        #expect(
          mixer.seek(
            rate: -1, from: 440_000_000 - part, to: 1_013_000_000, flags: GST_SEEK_FLAG_FLUSH))
        mixer.set(GST_STATE_PLAYING)
        let frames = try mixer.frames()
        #expect(
          frames.map(\.time) == (10...25).reversed().map { $0 * 40_000_000 },
          "\(frameDuration), \(part) ns")
        #expect(frames.allSatisfy { $0.luma[40] > 200 }, "\(frameDuration), \(part) ns")
      }
    }
  }
}
