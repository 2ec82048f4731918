import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sequences in files, exported and decoded by ffmpeg.
@Suite(.serialized) struct ClipSequenceTests {
  /// A folder with the clips 1 and 2, of 60 frames and two seconds each, with sound.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for clip in 1...2 {
      let media = TestMedia(
        .mov, video: .init(codec: .h264Intra, frameCount: 60, clip: UInt8(clip)),
        audio: .init(codec: .pcm, sound: .ticks, clip: UInt8(clip)))
      try FileManager.default.copyItem(
        at: try await media.file(), to: folder.file("\(clip).mov"))
    }
    return folder
  }

  private func export(_ text: String, in folder: TemporaryDirectory) async throws -> URL {
    let file = folder.file("edit.yaml"), output = folder.file("film.mkv")
    try Data(text.utf8).write(to: file)
    let document = try await CompositionDocument.load(contentsOf: file)
    try await ExportSession(document.composition, preset: .lossless).export(to: output, as: .mkv)
    return output
  }

  @Test func `each clip plays its frames, and a transition takes those of both`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let film = try await export(
      """
      cutaway: 1
      sequence:
        - {asset: 1.mov, source: [1/2, end]}
        - 2.mov
        - {asset: 1.mov, source: [0, 1], transition: 1/3}
      """, in: folder)
    let numbers = try await RawVideo.read(film).frameNumbers()
    #expect(numbers.count == 125)
    let before: [Int?] = Array(15..<60) + Array(0..<50)
    #expect(Array(numbers.prefix(95)) == before)
    #expect(Array(numbers.suffix(20)) == Array(10..<30))
  }

  @Test func `a sequence renders like the tracks that it means`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let short = try await export(
      """
      cutaway: 1
      sequence:
        - 1.mov
        - {asset: 2.mov, transition: 1, kenBurns: {from: 1, to: 2, center: [0, 0]}}
      """, in: folder)
    let frames = try await RawVideo.read(short).map { "\(Digest($0.bytes))" }
    let samples = try await RawAudio.read(short).channels
    try FileManager.default.removeItem(at: short)
    let long = try await export(
      """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: 1.mov, b: 2.mov}
      tracks:
        - {id: a, type: video, segments: [{asset: a, source: [0, 2]}]}
        - {id: b, type: video, segments: [{asset: b, source: [0, 2], at: 1}]}
        - id: s
          type: audio
          segments: [{asset: a, source: [0, 2], fadeOut: {duration: 1, easing: sine}}]
        - id: t
          type: audio
          segments: [{asset: b, source: [0, 2], at: 1, fadeIn: {duration: 1, easing: sine}}]
      instructions:
        - {range: [0, 1], layers: [{track: a, transform: fit}]}
        - range: [1, 2]
          layers:
            - &zoom
              track: b
              transform:
                - {range: [1, 3], from: fill, to: [fill, {scale: 2}]}
            - {track: a, transform: fit}
          compositor:
            element: dissolvetransition
            tracks: [a, b]
            progress: [{range: [1, 2], from: 0, to: 1}]
        - {range: [2, 3], layers: [*zoom]}
      """, in: folder)
    #expect(frames.count == 90)
    #expect(try await RawVideo.read(long).map { "\(Digest($0.bytes))" } == frames)
    #expect(try await RawAudio.read(long).channels == samples)
  }

  @Test func `settings of clips count from their start`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let short = try await export(
      """
      cutaway: 1
      overlays: [{shape: ellipse, size: [60, 60]}]
      sequence:
        - asset: 2.mov
          source: [1, 2]
        - asset: 1.mov
          source: [0, 1]
          crop: [80, 45, 160, 90]
          opacity: [{range: [0, 1/2], from: 0.25, to: 1}]
          volume: 0.5
          fadeIn: 1/2
          overlays:
            - {text: one, color: yellow, range: [1/2, 1]}
        - {asset: 2.mov, freeze: 4/3, duration: 1/2, overlays: [{shape: rectangle, size: [100, 80]}]}
        - {asset: 1.mov, source: [1, 2], fadeOut: {duration: 1/3, easing: sine}, volume: 6 dB}
      """, in: folder)
    let frames = try await RawVideo.read(short).map { "\(Digest($0.bytes))" }
    let samples = try await RawAudio.read(short).channels
    try FileManager.default.removeItem(at: short)
    let long = try await export(
      """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: 1.mov, b: 2.mov}
      tracks:
        - id: v
          type: video
          segments:
            - {asset: b, source: [1, 2]}
            - {asset: a, source: [0, 1]}
            - {asset: b, freeze: 4/3, duration: 1/2}
            - {asset: a, source: [1, 2]}
        - id: s
          type: audio
          segments:
            - {asset: b, source: [1, 2]}
            - {asset: a, source: [0, 1]}
            - {empty: 1/2}
            - {asset: a, source: [1, 2]}
      instructions:
        - {range: [0, 1], layers: [{track: v, transform: fit}]}
        - range: [1, 2]
          layers:
            - track: v
              transform: fit
              crop: [80, 45, 160, 90]
              opacity: [{range: [1, 1.5], from: 0.25, to: 1}]
        - {range: [2, 2.5], layers: [{track: v, transform: fit}]}
        - {range: [2.5, 3.5], layers: [{track: v, transform: fit}]}
      overlays:
        - {text: one, color: yellow, range: [1.5, 2]}
        - {shape: rectangle, size: [100, 80], range: [2, 2.5]}
        - {shape: ellipse, size: [60, 60]}
      """, in: folder)
    #expect(try await RawVideo.read(long).map { "\(Digest($0.bytes))" } == frames)
    #expect(frames.count == 105)
    // The same sound at the original volumes, each sample times its gain.
    let plain = try await RawAudio.read(long).channels
    let six = pow(10, 6.0 / 20)
    for (channel, sound) in samples.enumerated() {
      try #require(sound.count == plain[channel].count)
      for index in sound.indices {
        let gain: Double =
          switch index {
          case ..<48_000: 1
          case ..<72_000: 0.5 * Double(index - 48_000) / 24_000
          case ..<96_000: 0.5
          case ..<152_000: six
          default: six * sin(Double(168_000 - index) / 16_000 * .pi / 2)
          }
        let expected = min(max(Double(plain[channel][index]) * gain, -1), 1)
        if abs(Double(sound[index]) - expected) > 1e-4 {
          Issue.record("sample \(index): \(sound[index]), not \(expected)")
          return
        }
      }
    }
  }

  @Test func `a pattern stands for the files of a folder in the order in which people sort`()
    async throws
  {
    let folder = try await folder()
    defer { folder.remove() }
    let photos = folder.file("photos")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    for name in ["10.mov", "9.mov", "B.mov", "a.mov", ".hidden.mov", "a [1].mov", "note.txt"] {
      try FileManager.default.copyItem(
        at: folder.file(name == "9.mov" ? "1.mov" : "2.mov"),
        to: photos.appendingPathComponent(name))
    }
    let file = folder.file("edit.yaml")
    func names(_ pattern: String) async throws -> [String] {
      try Data("cutaway: 1\nsequence: ['\(pattern)']".utf8).write(to: file)
      let composition = try await CompositionDocument.load(contentsOf: file).composition
      return composition.assets.map(\.id.rawValue)
    }
    #expect(
      try await names("photos/*.mov")
        == ["9", "10", "a [1]", "a", "B"].map { "photos/\($0).mov" })
    #expect(try await names("photos/?.mov") == ["9", "a", "B"].map { "photos/\($0).mov" })
    #expect(try await names("*/a [1].m*") == ["photos/a [1].mov"])
    // A file of that very name counts alone.
    try FileManager.default.copyItem(
      at: folder.file("1.mov"), to: photos.appendingPathComponent("?.mov"))
    #expect(try await names("photos/?.mov") == ["photos/?.mov"])
    let text = try CompositionText(contentsOf: file)
    let allowed = RenderPolicy(folders: [photos.path])
    #expect(try await text.openingMedia(policy: allowed).composition.assets.count == 1)
    let refused = RenderPolicy(folders: [folder.file("other").path])
    let error = await #expect(throws: CompositionFileError.self) {
      try await text.openingMedia(policy: refused)
    }
    #expect(error?.diagnostics.map(\.kind) == [.refused])
    await #expect(throws: CompositionFileError.self) { try await names("photos/*.png") }
  }

  @Test func `a reversed clip plays its frames and samples in the opposite order`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    func edit(_ reverse: Bool) -> String {
      """
      cutaway: 1
      tracks:
        - id: v
          type: av
          segments:
            - {asset: 1.mov, source: [0, 1/2]}
            - {asset: 2.mov, source: [1/2, 2], reverse: \(reverse)}
      """
    }
    let forward = try await export(edit(false), in: folder)
    let frames = try await RawVideo.read(forward).map { "\(Digest($0.bytes))" }
    let samples = try await RawAudio.read(forward).channels
    try FileManager.default.removeItem(at: forward)
    let backward = try await export(edit(true), in: folder)
    let numbers: [Int?] = Array(0..<15) + Array((15..<60).reversed())
    #expect(try await RawVideo.read(backward).frameNumbers() == numbers)
    let mirrored = Array(frames[..<15]) + Array(frames[15...].reversed())
    #expect(try await RawVideo.read(backward).map { "\(Digest($0.bytes))" } == mirrored)
    let sound: [[Float]] = samples.map { Array($0[..<24_000]) + Array($0[24_000...].reversed()) }
    #expect(try await RawAudio.read(backward).channels == sound)
  }

  @Test func `a frozen frame stays, and its sound is silent`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let film = try await export(
      """
      cutaway: 1
      tracks:
        - id: v
          type: av
          segments:
            - {asset: 1.mov, source: [0, 1]}
            - {asset: 1.mov, freeze: 1, duration: 1/2}
            - {asset: 1.mov, source: [1, end]}
      """, in: folder)
    let numbers: [Int?] = Array(0..<30) + Array(repeating: 30, count: 15) + Array(30..<60)
    #expect(try await RawVideo.read(film).frameNumbers() == numbers)
    let sound = try await RawAudio.read(film).channels[0]
    #expect(sound[48_000..<72_000].allSatisfy { $0 == 0 })
    #expect(sound[72_000...].contains { $0 != 0 })
  }

  @Test func `music sounds under a still, and gives way to a clip`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let rate = 48_000
    try WaveFile.write(
      [[Float](repeating: 0.5, count: rate)], sampleRate: rate, to: folder.file("song.wav"))
    try WaveFile.write(
      [[Float](repeating: 0.25, count: rate * 2)], sampleRate: rate, to: folder.file("voice.wav"))
    // A clip whose sound is loud and constant.
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.file("2.mov").path, "-i", folder.file("voice.wav").path, "-map",
        "0:v", "-map", "1:a", "-c", "copy", folder.file("talk.mov").path,
      ]
    ).check()
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.file("1.mov").path, "-frames:v", "1",
        folder.file("still.png").path,
      ]
    ).check()
    let film = try await export(
      """
      cutaway: 1
      sequence:
        clips: [{asset: still.png, duration: 2}, talk.mov, {asset: still.png, duration: 2}]
        music: {asset: song.wav, duck: {by: 0.5, attack: 0.1, release: 0.1}, fadeOut: 0}
      """, in: folder)
    let sound = try await RawAudio.read(film).channels[0]
    #expect(sound.count == 6 * rate)
    func level(at second: Double) -> Float { sound[Int(second * Double(rate))] }
    for second in [0.5, 1.5, 4.5, 5.9] { #expect(abs(level(at: second) - 0.5) < 1e-3) }
    // The clip with 0.25, and half of the music.
    for second in [2.1, 3.0, 3.9] { #expect(abs(level(at: second) - 0.5) < 1e-3) }
    // In the middle of the fade back: 0.5 × 0.75.
    #expect(abs(level(at: 4.05) - 0.375) < 1e-2)
    #expect(Array(try await RawVideo.read(film).frameNumbers()[60..<120]) == Array(0..<60))
  }
}
