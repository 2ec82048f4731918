import CutawayRuntime
package import CutawaySources
package import CutawayTime
import CutawayTranslation

/// What a media file contains over time: scenes, silences, loudness, peaks, beats.
///
/// All times count from the first frame or sample, as in compositions.
package struct MediaAnalysis: Sendable, Hashable, Codable {
  /// The times at which another scene begins; `nil` if they were not looked for.
  package var scenes: [MediaTime]?
  /// The ranges without sound; `nil` if they were not looked for.
  package var silence: [TimeRange]?
  /// The loudness of the whole sound; `nil` if it was not measured.
  package var loudness: Loudness?
  /// The times of the beats of music, to the millisecond; `nil` if they were not looked for.
  package var beats: [MediaTime]?
  /// The peaks of the sound; `nil` if they were not measured.
  package var peaks: Peaks?

  /// The largest samples of equal intervals.
  package struct Peaks: Sendable, Hashable, Codable {
    /// The number of peaks per second.
    package var perSecond: Int
    /// The largest absolute sample of all channels in each interval, to the fourth decimal; 1 is full scale.
    package var values: [Double]
  }

  /// By EBU R 128 (ITU-R BS.1770).
  package struct Loudness: Sendable, Hashable, Codable {
    /// The integrated loudness in LUFS; `nil` for sound that is too short or too quiet.
    package var integrated: Double?
    /// The true peak in dBTP; `nil` for digital silence.
    package var truePeak: Double?
  }

  /// What to look for.
  package struct Request: Sendable {
    package var scenes = false
    package var silence = false
    package var loudness = false
    package var beats = false
    /// The number of peaks per second; `nil` measures none.
    package var peaksPerSecond: Int?
    /// The level in dBFS that every sample of a silence stays below.
    package var silenceLevel = -60.0
    /// The shortest silence in seconds.
    package var silenceDuration = MediaTime(1, over: 2)

    package init() {}
  }

  /// Decodes a media file once for its picture and once for its sound, and again for the beats.
  ///
  /// What the file lacks stays `nil`: scenes without a picture, everything else without sound.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - media: The properties of the file.
  ///   - request: What to look for.
  /// - Throws: `PreparationError`, `TranslationError`, `PipelineError` or `ExportError` if the file cannot
  ///   be read; `BeatTrackerError` if aubio is missing or fails.
  package init(
    of location: String, describedBy media: MediaDescription, _ request: Request
  ) async throws {
    guard let length = media.duration else { return }
    let asset = Asset(id: "media", location: location)
    func resolved(
      _ type: Track.MediaType, _ length: MediaTime, _ render: RenderSettings
    ) async throws -> ResolvedComposition {
      let whole = TimeRange(start: .zero, duration: length)
      return try await Composition(playing: asset, type, whole, render).prepared()
    }
    if request.scenes, let video = media.videoTracks.first, video.frameDuration != nil {
      // Frames are numbers of the file's own rate.
      let alone = try await resolved(
        .video, video.duration ?? length, RenderSettings(frameDuration: video.frameDuration))
      scenes = try await Self.scenes(of: alone)
    }
    guard let audio = media.audioTracks.first else { return }
    let heard = audio.duration ?? length
    if request.silence || request.loudness || request.peaksPerSecond != nil {
      let alone = try await resolved(.audio, heard, RenderSettings(hearing: audio))
      try await measure(alone, request)
    }
    if request.beats {
      let alone = try await resolved(
        .audio, heard, RenderSettings(sampleRate: BeatTracker.sampleRate, channels: 1))
      beats = try await BeatTracker.beats(of: alone).filter { $0 < heard }
    }
  }

  private static func scenes(of resolved: ResolvedComposition) async throws -> [MediaTime] {
    let graph = try Translation(resolved).graph(to: SceneOutput())
    let times = try await withPipeline(graph) { pipeline in
      let marks = pipeline.collectScenes(entering: .output)
      try pipeline.play()
      try await pipeline.waitForEnd { _ in }
      return marks.times
    }
    guard let frame = resolved.composition.render.frameDuration else { return times }
    // Time stamps are those of frames, rounded to nanoseconds.
    return times.map { frame * Int(clamping: $0.rounded(in: frame)) }.filter { $0 > .zero }
  }

  private mutating func measure(_ resolved: ResolvedComposition, _ request: Request) async throws {
    let graph = try Translation(resolved).graph(to: MeterOutput())
    let (rate, channels) = (
      resolved.composition.render.sampleRate, resolved.composition.render.channels
    )
    let length = resolved.duration
    let (quiet, meter, peaks) = try await withPipeline(graph) { pipeline in
      let quiet = pipeline.findSilence(
        entering: .output, below: amplitude(ofDecibels: request.silenceLevel), sampleRate: rate,
        channels: channels)
      let meter =
        request.loudness
        ? pipeline.measureLoudness(entering: .output, sampleRate: rate, channels: channels) : nil
      let peaks = request.peaksPerSecond.map { number in
        let interval = MediaTime(1, over: Int64(number))
        return pipeline.measurePeaks(
          entering: .output, sampleRate: rate, channels: channels, per: interval,
          count: Int(clamping: length.ceiled(in: interval)))
      }
      try pipeline.play()
      try await pipeline.waitForEnd { _ in }
      return (quiet, meter, peaks)
    }
    if request.silence { silence = quiet.silences(ofAtLeast: request.silenceDuration) }
    if let peaks, let number = request.peaksPerSecond {
      self.peaks = Peaks(
        perSecond: number, values: peaks.peaks.map { (Double($0) * 10_000).rounded() / 10_000 })
    }
    if let meter {
      loudness = Loudness(
        integrated: meter.integrated,
        truePeak: meter.truePeak > 0 ? decibels(ofAmplitude: meter.truePeak) : nil)
    }
  }
}
