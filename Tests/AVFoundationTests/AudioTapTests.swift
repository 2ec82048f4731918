import AVFoundation
import MediaToolbox
import TestSupport
import Testing

/// `MTAudioProcessingTap`: rule 66.
@Suite struct AudioTapTests {
  /// What a tap has seen, and how it changes samples.
  private final class Notes: @unchecked Sendable {
    // Callbacks come from one thread at a time; the test reads after them.
    var calls: [String] = []
    var frames: CMItemCount = 0
    var format: AudioStreamBasicDescription?
    var times: [CMTimeRange] = []
    var flags: [MTAudioProcessingTapFlags] = []
    /// The number of frames that the callback fills of a block.
    var filled: (Int) -> Int = { $0 }
    var gain: Float = 1

    func note(_ call: String) { if calls.last != call { calls.append(call) } }
  }

  private static func notes(_ tap: MTAudioProcessingTap) -> Notes {
    Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
  }

  private static func callbacks(_ notes: Notes) -> MTAudioProcessingTapCallbacks {
    MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0,
      clientInfo: UnsafeMutableRawPointer(Unmanaged.passRetained(notes).toOpaque()),
      init: { _, info, storage in
        storage.pointee = info
        guard let info = info else { return }
        Unmanaged<Notes>.fromOpaque(info).takeUnretainedValue().note("init")
      },
      finalize: { tap in
        Self.notes(tap).note("finalize")
        // Retained for the tap, which may live longer than the test.
        Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).release()
      },
      prepare: { tap, frames, format in
        let notes = Self.notes(tap)
        notes.note("prepare")
        notes.frames = frames
        notes.format = format.pointee
      },
      unprepare: { tap in Self.notes(tap).note("unprepare") },
      process: { tap, count, flags, buffers, filled, flagsOut in
        let notes = Self.notes(tap)
        notes.note("process")
        var time = CMTimeRange.zero
        let status = MTAudioProcessingTapGetSourceAudio(
          tap, count, buffers, flagsOut, &time, filled)
        guard status == noErr else { return }
        notes.flags.append(flags)
        notes.times.append(time)
        for buffer in UnsafeMutableAudioBufferListPointer(buffers) {
          guard let data = buffer.mData else { continue }
          let samples = data.assumingMemoryBound(to: Float.self)
          for index in 0..<Int(buffer.mDataByteSize) / 4 { samples[index] *= notes.gain }
        }
        filled.pointee = notes.filled(filled.pointee)
      })
  }

  /// The samples of a composition's track as a reader gives them, left and right.
  private static func samples(
    _ composition: AVComposition, through tap: MTAudioProcessingTap?, range: CMTimeRange? = nil
  ) throws -> [Int16] {
    let track = try #require(composition.tracks(withMediaType: .audio).first)
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.audioTapProcessor = tap
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    #expect(mix.inputParameters.first?.audioTapProcessor === tap)
    let reader = try AVAssetReader(asset: composition)
    if let range { reader.timeRange = range }
    let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
    output.audioMix = mix
    reader.add(output)
    #expect(reader.startReading())
    var samples: [Int16] = []
    for block in output.all() {
      try #require(block.dataBuffer).dataBytes().withUnsafeBytes { bytes in
        samples += Array(bytes.bindMemory(to: Int16.self))
      }
    }
    #expect(reader.status == .completed)
    return samples
  }

  private static func tone() async throws -> AVMutableComposition {
    let asset = try await Clips.sound(1, .sine(hertz: 440))
    let composition = AVMutableComposition()
    try composition.add(.audio).insertTimeRange(f(0, 60), of: try asset.audio(), at: .zero)
    return composition
  }

  @Test func `a tap changes every sample, and is called in order`() async throws {
    let composition = try await Self.tone(), notes = Notes()
    notes.gain = 0.5
    let plain = try Self.samples(composition, through: nil)
    var changed: [Int16] = []
    do {
      var callbacks = Self.callbacks(notes)
      var tap: Unmanaged<MTAudioProcessingTap>?
      let status = MTAudioProcessingTapCreate(
        kCFAllocatorDefault, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &tap)
      #expect(status == noErr)
      #expect(notes.calls == ["init"])
      changed = try Self.samples(composition, through: tap?.takeRetainedValue())
    }
    try #require(plain.count == changed.count && plain.contains { abs(Int($0)) > 3_000 })
    #expect(zip(plain, changed).allSatisfy { abs(Double($0) / 2 - Double($1)) <= 1 })
    // The pipeline ends on a thread of its own.
    for _ in 0..<500 where notes.calls.last != "finalize" {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(notes.calls == ["init", "prepare", "process", "unprepare", "finalize"])
    let format = try #require(notes.format)
    #expect(format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    #expect(format.mFormatFlags & kAudioFormatFlagIsFloat != 0)
    #expect(format.mChannelsPerFrame == 2 && format.mBytesPerFrame == 4)
    #expect(notes.frames > 0)
    #expect(notes.flags.first == kMTAudioProcessingTapFlag_StartOfStream)
    #expect(notes.flags.dropFirst().allSatisfy { $0 == 0 })
    #expect(notes.times.first?.start == .zero)
    for (one, next) in zip(notes.times, notes.times.dropFirst()) { #expect(one.end == next.start) }
    #expect(notes.times.last?.end == composition.duration)
  }

  @Test func `times are those of the asset, also in a part of it`() async throws {
    let composition = try await Self.tone(), notes = Notes()
    var callbacks = Self.callbacks(notes)
    var tap: MTAudioProcessingTap?
    MTAudioProcessingTapCreate(
      nil, &callbacks, kMTAudioProcessingTapCreationFlag_PostEffects, &tap)
    _ = try Self.samples(composition, through: tap, range: f(15, 30))
    #expect(notes.times.first?.start == f(15))
    #expect(notes.times.last?.end == f(30))
  }

  @Test func `frames that a tap does not fill are silent`() async throws {
    let composition = try await Self.tone(), notes = Notes()
    notes.filled = { _ in 0 }
    var callbacks = Self.callbacks(notes)
    var tap: MTAudioProcessingTap?
    MTAudioProcessingTapCreate(nil, &callbacks, 0, &tap)
    let samples = try Self.samples(composition, through: tap)
    #expect(samples.count == 2 * 96_000)
    #expect(samples.allSatisfy { $0 == 0 })
  }

  @Test func `there is no source audio outside of the callback`() throws {
    let notes = Notes()
    var callbacks = Self.callbacks(notes)
    var tap: MTAudioProcessingTap?
    MTAudioProcessingTapCreate(nil, &callbacks, 0, &tap)
    let made = try #require(tap)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    let status = MTAudioProcessingTapGetSourceAudio(
      made, 10, list.unsafeMutablePointer, nil, nil, nil)
    #expect(status != noErr)
  }
}
