import CutawayMedia
import CutawayModel
import CutawayOverlays
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Films as other programs write them: which frame is shown when, at usual rates of the output.
@Suite(.serialized) struct OtherFilmsTests {
  struct Film: Sendable, CustomTestStringConvertible {
    var name: String
    var media: FFmpegMedia
    /// The times of all frames.
    var times: [MediaTime]
    /// The end of the last frame.
    var end: MediaTime
    /// The ticks in a second of a film whose last frame lasts as long as the version of ffmpeg says.
    var ticks: Int64?
    /// A frame that the file does not contain.
    var leftOut: Int?
    /// Whether the stated duration of a frame is removed from the file.
    var hidesRate = false
    var testDescription: String { name }

    /// A film of a constant rate.
    init(
      _ name: String, _ fileExtension: String, _ arguments: String, count: Int = 75,
      rate: FrameRate = .init(30), hidesRate: Bool = false
    ) {
      self.name = name
      self.hidesRate = hidesRate
      media = FFmpegMedia(
        fileExtension, arguments.split(separator: " ").map(String.init) + ["-pix_fmt", "yuv420p"],
        video: .init(width: 320, height: 180, frameRate: rate, frameCount: count))
      times = (0..<count).map { rate.frameDuration * $0 }
      end = rate.frameDuration * count
    }

    /// A film of a phone: ticks of 1/600 s, of which one frame lasts one more.
    init(phone arguments: String, _ name: String) {
      self.init(
        name, "mov",
        "-vf settb=1/600,setpts=20*N+gte(N\\,35) -fps_mode passthrough -enc_time_base 1:600 "
          + "-video_track_timescale 600 \(arguments)")
      let tick = MediaTime(1, over: 600)
      times = (0..<75).map { tick * (20 * $0 + ($0 >= 35 ? 1 : 0)) }
      end = tick * (20 * 75 + 1)
      ticks = 600
    }

    /// A film without one of its frames.
    init(
      _ name: String, _ fileExtension: String, _ arguments: String, without frame: Int
    ) {
      self.init(
        name, fileExtension, "\(arguments) -vf select=not(eq(n\\,\(frame))) -fps_mode vfr")
      leftOut = frame
      times.remove(at: frame)
    }

    /// A film whose frames have times in ticks, which a filter of ffmpeg computes from their numbers.
    init(
      _ name: String, _ fileExtension: String, _ arguments: String, count: Int, ticks: Int64,
      filter: String, _ time: (Int) -> Int, end: Int
    ) {
      self.init(
        name, fileExtension,
        "\(arguments) -vf settb=1/\(ticks),setpts=\(filter) -fps_mode passthrough "
          + "-enc_time_base 1:\(ticks)", count: count)
      let tick = MediaTime(1, over: ticks)
      times = (0..<count).map { tick * time($0) }
      self.end = tick * end
      if fileExtension != "ts" { self.ticks = ticks }
    }

    /// The number of the last frame that has started; `nil` before the first one.
    func number(at time: MediaTime) -> Int? {
      guard let place = times.lastIndex(where: { $0 <= time }) else { return nil }
      return leftOut.map { place >= $0 ? place + 1 : place } ?? place
    }

    /// The film with the end of its last frame: ffmpeg 5 gives that frame the duration of the one before, and
    /// ffmpeg 7 a tick.
    func withStatedEnd(of file: URL) async throws -> Film {
      guard let ticks else { return self }
      let output = try await ChildProcess(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v", "-show_entries", "stream=duration_ts", "-of",
          "csv=p=0", file.path,
        ]
      ).check().outputText
      var film = self
      film.end = MediaTime(try #require(Int64(output.filter(\.isNumber))), over: ticks)
      return film
    }

    /// The file, in a folder if it is changed.
    func file(in folder: TemporaryDirectory) async throws -> URL {
      let file = try await media.file()
      guard hidesRate else { return file }
      var data = try Data(contentsOf: file)
      // DefaultDuration becomes a Void element of the same length.
      let place = try #require(data.firstRange(of: Data([0x23, 0xE3, 0x83]))).lowerBound
      data.replaceSubrange(place..<place + 2, with: [0xEC, data[place + 3] + 2])
      let changed = folder.file("changed.\(media.fileExtension)")
      try data.write(to: changed)
      return changed
    }
  }

  static let x264 = "-c:v libx264 -preset veryfast -g 25"
  static let films = [
    Film(phone: "\(x264) -bf 0", "phone"),
    Film(phone: "\(x264) -bf 2 -movflags negative_cts_offsets", "phone with B-frames"),
    Film(phone: "-c:v libx265 -x265-params log-level=none -tag:v hvc1", "phone in HEVC"),
    Film("31 frames", "mp4", "\(x264) -bf 2", count: 31),
    Film("97 frames of a film", "mp4", "\(x264)", count: 97, rate: .init(24_000, over: 1_001)),
    Film(
      "fragments without a length", "mp4",
      "\(x264) -bf 2 -movflags frag_keyframe+empty_moov+default_base_moof+skip_trailer"),
    Film("a fragment a frame", "mp4", "\(x264) -bf 0 -movflags frag_every_frame+empty_moov"),
    Film("Matroska without a rate", "mkv", "\(x264) -bf 2", hidesRate: true),
    Film(
      "Matroska without a rate, 59.94", "mkv", "\(x264)", count: 120,
      rate: .init(60_000, over: 1_001), hidesRate: true),
    Film(
      "Matroska without a rate, 24", "mkv", "\(x264)", count: 60, rate: .init(24),
      hidesRate: true),
    Film("live WebM", "webm", "-c:v libvpx -deadline realtime -cpu-used 8 -live 1"),
    Film("MPEG-TS, 59.94", "ts", "\(x264) -bf 2", count: 121, rate: .init(60_000, over: 1_001)),
    Film("MPEG-TS that starts late", "ts", "\(x264) -bf 3 -muxdelay 5", rate: .init(25)),
    Film(
      "MPEG-TS of Blu-ray", "m2ts", "\(x264) -bf 2 -f mpegts -mpegts_m2ts_mode 1",
      rate: .init(24_000, over: 1_001)),
    // tsdemux takes distances of more than half a second for a jump of the clock.
    Film("MPEG-TS of one frame a second", "ts", "\(x264) -bf 0", count: 5, rate: .init(1)),
    Film(
      "MPEG-TS with pauses", "ts", "\(x264) -bf 2 -b_strategy 0", count: 60, ticks: 30,
      filter: "N+16*gte(N\\,20)+45*gte(N\\,40)",
      { $0 + ($0 >= 20 ? 16 : 0) + ($0 >= 40 ? 45 : 0) }, end: 121),
    // Several frames share a PES packet, which states the time of the first one.
    Film("MPEG-PS", "mpg", "-c:v mpeg2video -q:v 4 -bf 2 -g 15 -f vob", count: 97),
    Film("MPEG-PS of MPEG-1", "mpg", "-c:v mpeg1video -q:v 4 -bf 2 -g 12 -f mpeg", rate: .init(25)),
    Film("FLV", "flv", "\(x264) -bf 2", rate: .init(30_000, over: 1_001)),
    Film("MXF", "mxf", "-c:v mpeg2video -q:v 4 -bf 2 -g 15", rate: .init(25)),
    Film("WMV", "wmv", "-c:v wmv2 -q:v 3 -g 25", rate: .init(30)),
    // Containers that state when frames are decoded, and no times of presentation.
    Film("AVI of MPEG-4 with B-frames", "avi", "-c:v mpeg4 -q:v 4 -bf 2 -g 25 -vtag XVID"),
    Film("AVI of DivX with B-frames", "avi", "-c:v mpeg4 -q:v 4 -bf 1 -g 50 -vtag DX50", count: 76),
    Film("AVI of MPEG-2", "avi", "-c:v mpeg2video -q:v 4 -bf 2 -g 12", rate: .init(25)),
    Film(
      "MPEG-2 without a container", "m2v", "-c:v mpeg2video -q:v 4 -bf 2 -g 12", rate: .init(25)),
    Film("H.264 without a container", "h264", "\(x264) -bf 3", rate: .init(25)),
    Film(
      "HEVC without a container", "hevc",
      "-c:v libx265 -preset ultrafast -x265-params log-level=none",
      count: 61, rate: .init(24)),
    Film("AVI of MPEG-4 without a frame", "avi", "-c:v mpeg4 -q:v 4 -bf 0 -g 25", without: 20),
    // GStreamer finds no rate in the first one, and takes it for a still; the second one states a lower rate
    // than it has around the in-point.
    Film(
      "Motion JPEG of a varying rate", "mov", "-c:v mjpeg -q:v 3 -video_track_timescale 600",
      count: 49, ticks: 600,
      filter: "if(lt(N\\,30)\\,20*N\\,590+10*(N-29))", { $0 < 30 ? 20 * $0 : 590 + 10 * ($0 - 29) },
      end: 800),
    Film(
      "MPEG-4 with a fast part", "mp4", "-c:v mpeg4 -q:v 2 -bf 0 -g 20 -video_track_timescale 120",
      count: 90, ticks: 120,
      filter: "if(lt(N\\,10)\\,N*4\\,if(lt(N\\,70)\\,30+N\\,100+4*(N-70)))",
      { $0 < 10 ? 4 * $0 : $0 < 70 ? 30 + $0 : 100 + 4 * ($0 - 70) }, end: 180),
    Film("IVF", "ivf", "-c:v libvpx -deadline realtime -cpu-used 8 -g 25", rate: .init(24)),
  ]

  /// The suite takes some rates for each film, from film to film others, and
  /// `scripts/check-formats` takes all.
  private static func pairs(_ rates: [Int], count: Int) -> [(film: Film, rate: Int)] {
    films.enumerated().flatMap { index, film in
      let first = InPointTests.isSample ? index : 0
      return (0..<(InPointTests.isSample ? count : rates.count)).map {
        (film, rates[(first + $0) % rates.count])
      }
    }
  }

  private static let shown = pairs([24, 25, 30, 50, 60], count: 2)
  private static let overlaid = pairs([30, 50], count: 1)

  @Test(arguments: shown)
  func `each frame of the output is the last one that has started`(
    film: Film, rate: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await film.file(in: folder)
    let film = try await film.withStatedEnd(of: file)
    let media = try await MediaProbe.describe(file.path)
    #expect(media.videoTracks.first?.duration == film.end)
    let frame = MediaTime(1, over: Int64(rate))
    // The whole film, and a part that starts within a group.
    let middle = TimeRange(start: MediaTime(7, over: 16), end: film.end)
    let whole = TimeRange(start: .zero, duration: film.end)
    let composition = try Composition(of: file.path, [whole, middle], render: .film(frame))
    let shown = try await Rendering(composition).frames.map { $0.code().map { Int($0.frame) } }
    let expected = (0..<Int(composition.duration.ceiled(in: frame))).map { index -> Int? in
      let time = frame * index
      let place = time < film.end ? time : middle.start + time - film.end
      return film.number(at: place)
    }
    #expect(shown == expected)
  }

  @Test(arguments: overlaid)
  func `an overlay shows the last frame that has started`(film: Film, rate: Int) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await film.file(in: folder)
    let film = try await film.withStatedEnd(of: file)
    let frame = MediaTime(1, over: Int64(rate))
    let middle = TimeRange(start: MediaTime(7, over: 16), end: film.end)
    // The first overlay holds its last frame for a while.
    let first = TimeRange(start: .zero, duration: film.end + MediaTime(1, over: 4))
    let second = TimeRange(start: first.end, duration: middle.duration)
    let still = TimeRange(start: .zero, duration: frame)
    var composition = Composition(
      render: .film(frame),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [
            Segment(
              target: TimeRange(start: .zero, end: second.end),
              media: .init(asset: "a", source: still))
          ])
      ])
    var whole = OverlayLayer(.image(LayerImage(asset: "a")))
    whole.range = first
    var image = LayerImage(asset: "a")
    image.source = middle
    var part = OverlayLayer(.image(image))
    part.range = second
    composition.overlays = [whole, part]
    let shown = try await Rendering(composition).frames.map { $0.code().map { Int($0.frame) } }
    let expected = (0..<Int(second.end.ceiled(in: frame))).map { index -> Int? in
      let time = frame * index
      let place = time < first.end ? time : middle.start + time - second.start
      return film.number(at: place)
    }
    #expect(shown == expected)
  }

  /// A cut of a recording without encoding begins with frames that refer to what was cut off.
  @Test(arguments: ["ts", "mpg", "m2v"])
  func `a film that starts with an open group begins with its first whole frame`(
    fileExtension: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let whole = try await FFmpegMedia(
      "ts",
      "-c:v mpeg2video -q:v 4 -bf 2 -g 12 -pix_fmt yuv420p".split(separator: " ").map(String.init),
      video: .init(width: 320, height: 180, frameRate: .init(25), frameCount: 75)
    ).file()
    let part = folder.file("part.\(fileExtension)")
    try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-ss", "1", "-i", whole.path, "-c", "copy", "-copyts", part.path]
    ).check()
    let length = try #require(try await MediaProbe.describe(part.path).videoTracks.first?.duration)
    let range = TimeRange(start: .zero, duration: length)
    let composition = try Composition(
      of: part.path, [range], render: .film(MediaTime(1, over: 25)))
    let shown = try await Rendering(composition).frames.map { $0.code().map { Int($0.frame) } }
    let first = try #require(shown.first ?? nil)
    #expect(first > 0)
    #expect(shown == Array(first..<75))
  }
}
