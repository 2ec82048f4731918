import AVFoundation
import CutawayTime
import Foundation
import ProgramGuide
import TestSupport
import Testing

/// The editing guide's film in four spellings: equal frames and samples, which are those that the guide
/// describes.
@Suite(.serialized) struct GuideTests {
  @Test func `four spellings give the same film, and it is the guide's`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func portrait(_ clip: UInt8) async throws -> URL {
      try await TestMedia(
        .mov, video: .init(frameCount: 30, orientation: .rotate90, clip: clip), audio: nil
      ).file()
    }
    let (first, second) = (try await portrait(1), try await portrait(2))
    let music = try await TestMedia(
      .wav, video: nil,
      audio: .init(codec: .pcm, sound: .sine(hertz: 440), duration: MediaTime(2), clip: 3)
    ).file()
    let files = (0..<4).map { folder.file("guide-\($0).mov") }
    let synchronous = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        exportGuideSynchronously(first, second, music: music, to: files[0]) {
          continuation.resume(returning: $0.map { "\($0)" })
        }
      }
    }
    #expect(synchronous == nil)
    let exporter = GuideExporter(first, second, music: music, to: files[1])
    let failure = await withCheckedContinuation { continuation in
      exporter.start { continuation.resume(returning: $0.map { "\($0)" }) }
    }
    #expect(failure == nil)
    try await exportGuide(first, second, music: music, to: files[2])
    try await exportGuideByConfigurations(first, second, music: music, to: files[3])

    let frames = try await RawVideo.read(files[0], as: .rgba)
    #expect(frames.count == 60)
    let size = (width: frames[0].width, height: frames[0].height)
    #expect(size == (180, 320))
    func color(_ frame: Int, _ x: Int, _ y: Int) -> (Int, Int, Int) {
      let place = (y * size.width + x) * 4, bytes = frames[frame].bytes
      return (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
    }
    // The watermark lies at a quarter of the height from the bottom, in the middle.
    let mark = color(45, 90, 240)
    #expect(mark.0 > 230 && mark.1 > 230 && mark.2 < 40)
    let above = color(45, 90, 219)
    #expect(above.2 > 60 || above.0 < 200 || above.1 < 200)
    // At the end of the first clip, almost only red is left.
    let red = color(29, 20, 300)
    #expect(red.0 > 220 && red.1 < 40 && red.2 < 40)
    // Clips in portrait stand upright.
    #expect(frames[1].code() == FrameCode(clip: 1, frame: 1))
    #expect(frames[45].code() == FrameCode(clip: 2, frame: 15))
    let sound = try await RawAudio.read(files[0])
    let samples = try #require(sound.channels.first)
    func level(_ range: Range<Int>) -> Float { samples[range].map { abs($0) }.max() ?? 0 }
    // The loudest sample of a part is near its start.
    let (start, middle, end) = (
      level(4_800..<7_200), level(48_000..<50_400), level(91_200..<93_600)
    )
    #expect(abs(middle / start - 0.5 / 0.95) < 0.03)
    #expect(abs(end / start - 0.05 / 0.95) < 0.03)
    for file in files.dropFirst() {
      let others = try await RawVideo.read(file, as: .rgba)
      #expect(others.count == frames.count)
      for (one, other) in zip(frames, others) {
        // x264 reads memory that it has not written (0060), so small pictures are not always equal.
        let sum = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(sum) / Double(one.bytes.count) < 0.5)
      }
      #expect(try await RawAudio.read(file).channels == sound.channels)
    }
  }
}
