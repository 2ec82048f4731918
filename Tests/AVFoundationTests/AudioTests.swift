import AVFoundation
import TestSupport
import Testing

/// Rules 57 to 65: volumes, ramps and pitch.
@Suite(.serialized) struct AudioTests {
  /// A composition of one audio track with a sine of 1000 Hz, amplitude 1/2.
  func setting(
    _ sound: TestSound = .sine(hertz: 1000)
  ) async throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition(), track = try composition.add(.audio)
    try await track.insertTimeRange(f(0, 60), of: Clips.sound(1, sound).audio(), at: .zero)
    return (composition, track)
  }

  func mix(_ parameters: AVMutableAudioMixInputParameters...) -> AVMutableAudioMix {
    let mix = AVMutableAudioMix()
    mix.inputParameters = parameters
    return mix
  }

  func levels(
    _ composition: AVComposition, _ mix: AVAudioMix?, at times: [Double]
  ) async throws -> [Double] {
    let file = try await Exported(
      composition, mix: mix, preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { file.remove() }
    let sound = try await file.sound()
    // As parts of the unchanged level.
    return times.map { sound.level(from: $0 - 0.04, to: $0 + 0.04) / 0.35355 }
  }

  func expect(_ levels: [Double], _ expected: [Double], _ comment: Comment? = nil) {
    #expect(levels.count == expected.count)
    for (level, wanted) in zip(levels, expected) {
      #expect(abs(level - wanted) < 0.05, comment)
    }
  }

  @Test func `R57: volume is 1 before the first time, and a hold lasts until the next`()
    async throws
  {
    let (composition, track) = try await setting()
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolume(0.5, at: f(15))
    parameters.setVolume(0.25, at: f(45))
    expect(
      try await levels(composition, mix(parameters), at: [0.25, 0.75, 1.25, 1.75]),
      [1, 0.5, 0.5, 0.25])
  }

  @Test func `R57: a ramp is linear and holds its last value`() async throws {
    let (composition, track) = try await setting()
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: f(15, 45))
    expect(
      try await levels(composition, mix(parameters), at: [0.25, 0.75, 1, 1.25, 1.75]),
      [1, 0.75, 0.5, 0.25, 0])
  }

  @Test func `R57: volumes read back`() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolumeRamp(fromStartVolume: 0.25, toEndVolume: 0.75, timeRange: f(15, 45))
    var (start, end, range) = (Float.nan, Float.nan, CMTimeRange.invalid)
    #expect(
      parameters.getVolumeRamp(
        for: f(20), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 0.25 && end == 0.75 && range == f(15, 45))
    #expect(parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
    #expect(!parameters.getVolumeRamp(for: f(50), startVolume: nil, endVolume: nil, timeRange: nil))
  }

  @Test func `R58: overlapping ramps end the export with an error`() async throws {
    let (composition, track) = try await setting()
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: f(0, 30))
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: f(20, 40))
    await #expect(throws: AVError.self) {
      try await Exported(
        composition, mix: mix(parameters), preset: AVAssetExportPresetAppleM4A, as: .m4a
      ).remove()
    }
  }

  @Test func `R59: a hold before a ramp is legal`() async throws {
    let (composition, track) = try await setting()
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolume(0.5, at: .zero)
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 1, timeRange: f(30, 60))
    expect(try await levels(composition, mix(parameters), at: [0.5, 1.5]), [0.5, 0.75])
  }

  @Test func `R60: parameters belong to their track, and strangers are ignored`() async throws {
    let (composition, track) = try await setting()
    let second = try composition.add(.audio)
    try await second.insertTimeRange(
      f(0, 60), of: Clips.sound(1, .sine(hertz: 1000)).audio(), at: .zero)
    let silent = AVMutableAudioMixInputParameters(track: second)
    silent.setVolume(0, at: .zero)
    let stray = AVMutableAudioMixInputParameters()
    stray.trackID = 77
    stray.setVolume(0, at: .zero)
    expect(try await levels(composition, mix(silent, stray), at: [1]), [1])
    #expect(silent.trackID == second.trackID && silent.trackID != track.trackID)
  }

  @Test func `R60: several parameters of one track are merged`() async throws {
    let (composition, track) = try await setting()
    let (first, second) = (
      AVMutableAudioMixInputParameters(track: track), AVMutableAudioMixInputParameters(track: track)
    )
    first.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.5, timeRange: f(0, 15))
    second.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0, timeRange: f(45, 60))
    expect(try await levels(composition, mix(first, second), at: [1, 1.9]), [0.5, 0.1])
  }

  @Test func `R61: volumes are in composition time, after scaling`() async throws {
    let (composition, track) = try await setting()
    track.scaleTimeRange(f(0, 60), toDuration: f(120))
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolume(0.5, at: f(60))
    expect(try await levels(composition, mix(parameters), at: [1.5, 2.5]), [1, 0.5])
  }

  @Test func `R62: a track's preferred volume multiplies`() async throws {
    let (composition, track) = try await setting()
    track.preferredVolume = 0.5
    expect(try await levels(composition, nil, at: [1]), [0.5])
  }

  /// The number of times a second that the sound crosses zero upwards.
  func pitch(_ sound: RawAudio) -> Double {
    let samples = sound.channels[0].dropFirst(sound.sampleRate / 2).prefix(sound.sampleRate / 2)
    return Double(zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }) * 2
  }

  @Test(arguments: [
    (AVAudioTimePitchAlgorithm.varispeed, 500.0), (.spectral, 1000), (.timeDomain, 1000),
  ])
  func `R64: varispeed changes the pitch, others keep it`(
    algorithm: AVAudioTimePitchAlgorithm, hertz: Double
  ) async throws {
    let (composition, track) = try await setting()
    track.scaleTimeRange(f(0, 60), toDuration: f(120))
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.audioTimePitchAlgorithm = algorithm
    let file = try await Exported(
      composition, mix: mix(parameters), preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { file.remove() }
    #expect(abs(pitch(try await file.sound()) - hertz) < 30)
  }

  @Test func `R64: an export's own algorithm is spectral, and is the fallback`() async throws {
    let (composition, track) = try await setting()
    track.scaleTimeRange(f(0, 60), toDuration: f(120))
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A))
    #expect(session.audioTimePitchAlgorithm == .spectral)
    session.audioTimePitchAlgorithm = .varispeed
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try await session.export(to: folder.file("out.m4a"), as: .m4a)
    #expect(abs(pitch(try await RawAudio.read(folder.file("out.m4a"))) - 500) < 30)
  }

  @Test func `R46, R65: gaps are silence, also at the start`() async throws {
    let composition = AVMutableComposition(), track = try composition.add(.audio)
    let sound = try await Clips.sound(1, .sine(hertz: 1000)).audio()
    try track.insertTimeRange(f(0, 30), of: sound, at: f(30))
    let file = try await Exported(composition, preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { file.remove() }
    let result = try await file.sound()
    #expect(abs(Double(result.count) / Double(result.sampleRate) - 2) < 0.06)
    #expect(result.level(from: 0.1, to: 0.9) < 0.001)
    #expect(abs(result.level(from: 1.2, to: 1.8) - 0.3536) < 0.02)
  }

  @Test func `R41: cuts are exact to the sample`() async throws {
    let composition = AVMutableComposition(), track = try composition.add(.audio)
    let (a, b) = (try await Clips.sound(1), try await Clips.sound(2))
    try track.insertTimeRange(f(0, 30), of: a.audio(), at: .zero)
    try track.insertTimeRange(f(15, 45), of: b.audio(), at: .invalid)
    let file = try await Exported(composition, preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { file.remove() }
    let sound = try await file.sound()
    let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
    let unit = Double(sound.sampleRate) / 10
    // The codec may leave a tick illegible.
    #expect(ticks.count >= 17)
    for tick in ticks {
      let place = (Double(tick.position) / unit).rounded()
      #expect(abs(Double(tick.position) - place * unit) < 50)
      #expect(Int(tick.code.clip) == (place < 10 ? 1 : 2))
      #expect(Int(tick.code.tick) == Int(place < 10 ? place : place - 5))
    }
  }
}
