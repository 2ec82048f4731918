import AVFoundation
import TestSupport
import Testing

/// Rules 6 to 9: defaults, copies and automatic instructions.
struct VideoCompositionTests {
  @Test func `R6: defaults of new objects`() {
    let video = AVMutableVideoComposition()
    #expect(!(video.frameDuration > .zero && video.frameDuration.isNumeric))
    #expect(video.renderSize == .zero)
    #expect(video.renderScale == 1)
    #expect(video.instructions.isEmpty)
    #expect(video.animationTool == nil && video.customVideoCompositorClass == nil)
    #expect(video.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
    let instruction = AVMutableVideoCompositionInstruction()
    #expect(!instruction.timeRange.isValid)
    #expect(instruction.backgroundColor == nil)
    #expect(instruction.layerInstructions.isEmpty)
    #expect(instruction.enablePostProcessing)
    #expect(AVMutableVideoCompositionLayerInstruction().trackID == 0)
  }

  @Test func `R7: an export keeps what was assigned`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 10), of: Clips.silent(1).video(), at: .zero)
    let own = instruction(f(0, 10), [layer(track)])
    let video = videoComposition([own])
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = video
    video.renderSize = CGSize(width: 2, height: 2)
    video.instructions = []
    #expect(session.videoComposition?.renderSize == CGSize(width: 320, height: 180))
    #expect(session.videoComposition?.instructions.count == 1)
    #expect(session.videoComposition !== video)
  }

  @Test func `R7: arrays are copied when set`() throws {
    let mix = AVMutableAudioMix(), parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 4
    var list = [parameters]
    mix.inputParameters = list
    list.removeAll()
    #expect(mix.inputParameters.count == 1)
    mix.inputParameters.append(AVMutableAudioMixInputParameters())
    #expect(mix.inputParameters.count == 2)
    let video = AVMutableVideoComposition()
    video.instructions.append(AVMutableVideoCompositionInstruction())
    #expect(video.instructions.count == 1)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.layerInstructions.append(AVMutableVideoCompositionLayerInstruction())
    #expect(instruction.layerInstructions.count == 1)
  }

  @Test func `R8: one track gives its own timing and size`() async throws {
    let asset = try await Clips.silent(1)
    let video = AVMutableVideoComposition(propertiesOf: asset)
    #expect(video.renderSize == CGSize(width: 320, height: 180))
    #expect(video.renderScale == 1)
    #expect(video.sourceTrackIDForFrameTiming == (try asset.video().trackID))
    #expect(video.frameDuration == f(1))
    let only = try #require(video.instructions.first as? AVMutableVideoCompositionInstruction)
    #expect(video.instructions.count == 1)
    #expect(only.timeRange == f(0, 60))
    #expect(only.layerInstructions.map(\.trackID) == [try asset.video().trackID])
  }

  @Test func `R8: the size respects the preferred transform`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    let video = AVMutableVideoComposition(propertiesOf: asset)
    #expect(video.renderSize == CGSize(width: 180, height: 320))
    let picture = try await image(of: asset, video, at: f(7))
    #expect(try picture.shown() == Shown(1, 7))
  }

  @Test func `R8: several tracks give the fastest rate`() async throws {
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let slow = try await Clips.silent(2, rate: .pal25)
    try composition.add().insertTimeRange(f(0, 30), of: slow.video(), at: .zero)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    #expect(video.frameDuration == f(1))
    #expect(video.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
  }

  @Test func `R8: without video there are no instructions`() async throws {
    let video = AVMutableVideoComposition(propertiesOf: try await Clips.sound(1))
    #expect(video.instructions.isEmpty)
    let other = try await AVVideoComposition.videoComposition(
      withPropertiesOf: try await Clips.silent(1))
    #expect(other.instructions.count == 1)
  }

  @Test func `R8: a prototype supplies background and post-processing`() async throws {
    let prototype = AVMutableVideoCompositionInstruction()
    prototype.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    prototype.enablePostProcessing = false
    let video = AVMutableVideoComposition(
      propertiesOf: try await Clips.silent(1), prototypeInstruction: prototype)
    let only = try #require(video.instructions.first as? AVMutableVideoCompositionInstruction)
    #expect(only.backgroundColor == prototype.backgroundColor)
    #expect(!only.enablePostProcessing)
    // The spelling of 2025, with a prototype that may be absent.
    let absent: AVVideoCompositionInstruction? = nil
    let asset = try await Clips.silent(1)
    let plain = try await AVVideoComposition.Configuration(for: asset, prototypeInstruction: absent)
    let made = try await AVVideoComposition.Configuration(
      for: asset, prototypeInstruction: prototype)
    #expect(plain.instructions.count == 1 && made.instructions.count == 1)
    let colored = try #require(made.instructions.first as? AVVideoCompositionInstruction)
    #expect(colored.backgroundColor == prototype.backgroundColor && !colored.enablePostProcessing)
    #expect(
      (plain.instructions.first as? AVVideoCompositionInstruction)?.enablePostProcessing == true)
  }

  /// Two alternating tracks whose clips overlap by ten frames.
  static func alternating() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    let (a, b) = (try composition.add(), try composition.add())
    let sources = [try await Clips.silent(1), try await Clips.silent(2)]
    for index in 0..<4 {
      try (index % 2 == 0 ? a : b).insertTimeRange(
        f(0, 30), of: sources[index % 2].video(), at: f(index * 20))
    }
    return composition
  }

  @Test func `R9: automatic instructions alternate between one layer and two`() async throws {
    let video = AVMutableVideoComposition(propertiesOf: try await Self.alternating())
    let instructions = try video.instructions.map {
      try #require($0 as? AVMutableVideoCompositionInstruction)
    }
    #expect(instructions.map(\.layerInstructions.count) == [1, 2, 1, 2, 1, 2, 1])
    #expect(
      instructions.map(\.timeRange)
        == [f(0, 20), f(20, 30), f(30, 40), f(40, 50), f(50, 60), f(60, 70), f(70, 90)])
    // Layers in the order of the tracks.
    #expect(
      instructions.map { $0.layerInstructions.map(\.trackID) }
        == [[1], [1, 2], [2], [1, 2], [1], [1, 2], [2]])
  }

  @Test func `R9: instructions are changed in place and never set back`() async throws {
    let composition = try await Self.alternating()
    let video = AVMutableVideoComposition(propertiesOf: composition)
    for case let two as AVMutableVideoCompositionInstruction in video.instructions
    where two.layerInstructions.count == 2 {
      // The upper layer disappears at once, so that the second track shows.
      let upper = try #require(
        two.layerInstructions[0] as? AVMutableVideoCompositionLayerInstruction)
      upper.setOpacity(0, at: two.timeRange.start)
    }
    let again = try #require(video.instructions[1] as? AVMutableVideoCompositionInstruction)
    var opacity: Float = 1
    #expect(
      again.layerInstructions[0].getOpacityRamp(
        for: f(25), startOpacity: &opacity, endOpacity: nil, timeRange: nil))
    #expect(opacity == 0)
    #expect(
      try await shown(of: composition, video, at: [10, 25, 35]) == [
        Shown(1, 10), Shown(2, 5), Shown(2, 15),
      ])
  }

  @Test func `shape: copies are equal in content and different objects`() throws {
    let video = videoComposition([instruction(f(0, 10), [])])
    let copy = try #require(video.copy() as? AVVideoComposition)
    let mutable = try #require(copy.mutableCopy() as? AVMutableVideoComposition)
    mutable.renderSize = .zero
    #expect(copy.renderSize == CGSize(width: 320, height: 180))
    #expect(copy.instructions.count == 1)
    #expect(!(copy is AVMutableVideoComposition))
    #expect(video as NSObject is AVVideoComposition)
  }
}
