import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport

/// The output of a composition before encoding.
struct Rendering {
  let frames: [RawFrame]
  let sound: RawAudio

  /// Renders a composition to raw frames and samples.
  init(_ composition: Composition, range: TimeRange? = nil) async throws {
    let catalog = await MediaCatalog(of: composition)
    if let failure = catalog.failures.first?.value { throw failure }
    let resolved = try ResolvedComposition.knowing(composition, catalog.descriptions)
    try await self.init(Translation(resolved, range: range))
  }

  init(_ translation: Translation) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let video = folder.file("video").path, audio = folder.file("audio").path
    let graph = translation.graph(to: .raw(video: video, audio: audio))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    let size = translation.resolved.outputSize
    frames = try rawFrames(at: video, width: size.width, height: size.height)
    let render = translation.resolved.composition.render
    sound = try rawSound(at: audio, sampleRate: render.sampleRate, channels: render.channels)
  }
}

extension Output where Self == SinkOutput {
  /// Raw I420 frames and 32-bit float samples in two files.
  static func raw(video: String, audio: String) -> SinkOutput {
    SinkOutput(
      videoSink: "video/x-raw,format=I420 ! filesink async=false location=\(video)",
      audioSink: "audio/x-raw,format=F32LE ! filesink async=false location=\(audio)")
  }
}

func rawFrames(at path: String, width: Int, height: Int) throws -> [RawFrame] {
  guard let data = FileManager.default.contents(atPath: path) else { return [] }
  let size = RawFormat.i420.frameSize(width: width, height: height)
  return stride(from: 0, to: data.count - data.count % size, by: size).map { start in
    RawFrame(
      format: .i420, width: width, height: height,
      bytes: Array(data[data.startIndex + start..<data.startIndex + start + size]))
  }
}

func rawSound(at path: String, sampleRate: Int, channels: Int) throws -> RawAudio {
  let data = FileManager.default.contents(atPath: path) ?? Data()
  let words = stride(from: 0, to: data.count - data.count % 4, by: 4).map { index in
    Float(
      bitPattern: (0..<4).reduce(UInt32(0)) { word, byte in
        word | UInt32(data[data.startIndex + index + byte]) << UInt32(byte * 8)
      })
  }
  return RawAudio(
    sampleRate: sampleRate,
    channels: (0..<channels).map { channel in
      stride(from: channel, to: words.count, by: channels).map { words[$0] }
    })
}

extension RawFrame {
  /// Whether the picture is black all over.
  var isBlack: Bool {
    planes[0].bytes.allSatisfy { $0 == 16 } && planes[1].bytes.allSatisfy { $0 == 128 }
      && planes[2].bytes.allSatisfy { $0 == 128 }
  }
}

/// The peak signal-to-noise ratio of two frames in dB: that of the worst plane.
func psnr(_ a: RawFrame, _ b: RawFrame) -> Double {
  zip(a.planes, b.planes).map { x, y in
    let sum = zip(x.bytes, y.bytes).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(x.bytes.count) / Double(sum))
  }.min() ?? .infinity
}

extension ResolvedComposition {
  /// A composition with its media and the traits of the installed elements, as exports have it.
  static func knowing(
    _ composition: Composition, _ media: [Asset.ID: MediaDescription]
  ) throws -> ResolvedComposition {
    var resolved = try ResolvedComposition(composition, media: media)
    resolved.elements = .known
    return resolved
  }
}
