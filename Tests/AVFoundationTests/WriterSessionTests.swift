import AVFoundation
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sessions that start within the copied packets.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WriterSessionTests {
  /// A film of 80 frames with a key frame every 20, and with ticks as its sound.
  private static func film(reordering count: Int) async throws -> AVURLAsset {
    let media = FFmpegMedia(
      "mp4",
      [
        "-c:v", "libx264", "-bf", "\(count)", "-g", "20", "-keyint_min", "20", "-sc_threshold", "0",
        "-c:a", "aac",
      ], video: .init(frameCount: 80, clip: 4), audio: .init(clip: 4))
    return AVURLAsset(url: try await media.file())
  }

  /// Copies all packets of a film into a file whose session starts at a time.
  private static func copy(
    _ film: AVURLAsset, to file: URL, session start: CMTime, _ types: [AVMediaType]
  ) async throws {
    let reader = try AVAssetReader(asset: film)
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    let pairs = try types.map { type in
      let track = try #require(film.tracks(withMediaType: type).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let input = AVAssetWriterInput(mediaType: type, outputSettings: nil)
      reader.add(output)
      writer.add(input)
      return (output, input)
    }
    try #require(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: start)
    await withTaskGroup(of: Void.self) { group in
      for (output, input) in pairs {
        group.addTask {
          while let sample = output.copyNextSampleBuffer(), input.append(sample) {}
          input.markAsFinished()
        }
      }
    }
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// The digest and the time of each frame that ffmpeg shows of a file.
  private static func digests(_ file: URL) async throws -> [(digest: String, time: Double)] {
    let text = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", file.path, "-map", "0:v", "-fps_mode", "passthrough", "-enc_time_base",
        "1:30000", "-f", "framemd5", "-",
      ], timeout: .seconds(60)
    ).check().outputText
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
      guard fields.count == 6, let time = Double(fields[2]) else { return nil }
      return (fields[5], time / 30_000)
    }
  }

  /// Whether the ticks of a film's sound are in another sound, earlier by a number of samples.
  private static func hasTicks(
    of before: [Float], _ after: [Float], earlierBy shift: Int
  ) -> Bool {
    let peaks = before.indices.filter {
      abs(before[$0]) > 0.5 && $0 >= shift + 2_400 && $0 - shift < after.count
    }
    return !peaks.isEmpty
      && peaks.allSatisfy { peak in
        let place = peak - shift
        return after[max(0, place - 24)..<min(after.count, place + 24)].contains { abs($0) > 0.2 }
      }
  }

  /// Frames that are reordered, and the start: at a key frame, after one, and before the next one.
  @Test(arguments: [0, 2], [20, 25, 38])
  func `a session in the middle of copied packets shows each frame from its start`(
    reordered: Int, start: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.film(reordering: reordered)
    let file = folder.file("copy.mp4")
    try await Self.copy(film, to: file, session: f(start), [.video, .audio])
    // Each frame is that of the film, and is shown at its time.
    let (before, after) = (try await Self.digests(film.url), try await Self.digests(file))
    #expect(before.dropFirst(start).map(\.digest) == after.map(\.digest))
    #expect(after.enumerated().allSatisfy { abs($1.time - Double($0) / 30) < 0.001 })
    // The packets from the key frame before the start are in the file.
    let count = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=nb_frames", "-of",
        "csv=p=0",
        file.path,
      ], timeout: .seconds(60)
    ).check().outputText
    #expect(count.filter(\.isNumber) == "60")
    // GStreamer and our own reader agree.
    #expect(
      try await RawVideo.read(file).map { Shown($0.code()) } == (start..<80).map { Shown(4, $0) })
    let copy = AVURLAsset(url: file), reader = try AVAssetReader(asset: copy)
    let output = AVAssetReaderTrackOutput(
      track: try copy.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    try #require(reader.startReading())
    #expect(
      try output.all().map { try $0.imageBuffer?.shown() } == (start..<80).map { Shown(4, $0) })
    #expect(abs(copy.duration.seconds - Double(80 - start) / 30) < 0.025)
    let sounds = (try await RawAudio.read(film.url), try await RawAudio.read(file))
    #expect(
      Self.hasTicks(
        of: try #require(sounds.0.channels.first), try #require(sounds.1.channels.first),
        earlierBy: start * 1_600))
  }

  /// Frames that are reordered, and the time by which all samples move.
  @Test(arguments: [0, 2], [0, 300])
  func `segments of a session in the middle of copied packets start with a key frame`(
    reordered: Int, moved: Int
  ) async throws {
    let film = try await Self.film(reordering: reordered)
    let made = try await SegmentRun(film, start: f(moved), session: f(moved + 25), copies: true) {
      $0.preferredOutputSegmentInterval = f(15)
    }
    #expect(made.status == .completed)
    let pictures = made.collector.segments.compactMap { segment in
      segment.report.trackReports.first { $0.mediaType == .video }
    }
    // The first key frames after the start and intervals of 15 frames from there.
    #expect(
      pictures.map(\.earliestPresentationTimeStamp.seconds.thousandths)
        == [20, 40, 60].map { (Double(moved + $0) / 30).thousandths })
    #expect(pictures.allSatisfy { $0.firstVideoSampleInformation?.isSyncSample == true })
    let sounds = made.collector.segments.compactMap { segment in
      segment.report.trackReports.first { $0.mediaType == .audio }
    }
    // Decoders get a tenth of a second of sound before the start.
    #expect(
      zip(sounds, [25 - 3, 40, 60]).allSatisfy {
        abs(($0.earliestPresentationTimeStamp - f(moved + $1)).seconds) < 0.025
      })
    let file = try made.file(of: Array(pictures.indices))
    let (before, after) = (try await RawVideo.read(film.url), try await RawVideo.read(file))
    #expect(after.map { Shown($0.code()) } == (25..<80).map { Shown(4, $0) })
    #expect(before.map(\.bytes).dropFirst(25).elementsEqual(after.map(\.bytes)))
    let samples = (try await RawAudio.read(film.url), try await RawAudio.read(file))
    #expect(
      Self.hasTicks(
        of: try #require(samples.0.channels.first), try #require(samples.1.channels.first),
        earlierBy: 25 * 1_600))
    // A player that ignores the edit shows picture and sound in the time of the program.
    let text = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-show_entries", "stream=start_time", "-of",
        "csv=p=0", file.path,
      ],
      timeout: .seconds(60)
    ).check().outputText
    let starts = text.split(separator: "\n").compactMap { Double($0) }
    #expect(starts.count == 2)
    #expect(zip(starts, [20, 25 - 3]).allSatisfy { abs($0 - Double(moved + $1) / 30) < 0.025 })
  }
}

extension Double {
  fileprivate var thousandths: Int { Int((self * 1_000).rounded()) }
}
