import CutawayModel
public import CutawayTime

/// What a muxer takes as it is.
struct MuxerTable {
  private let video: Set<String>
  private let audio: Set<String>
  /// Whether its files can say that what comes first is not to be heard.
  let hidesPriming: Bool
  let holdsOrientation: Bool

  /// The media types by the muxer's name; `audio/mpeg` has its version behind it.
  ///
  /// VP9 is not in MP4: mp4mux of GStreamer 1.22 crashes on it.
  private static let tables: [String: MuxerTable] = {
    let mp4 = MuxerTable(
      video: ["video/x-h264", "video/x-h265", "video/x-av1", "video/mpeg4"],
      audio: ["audio/mpeg1", "audio/mpeg4", "audio/x-ac3", "audio/x-alac", "audio/x-opus"],
      hidesPriming: true, holdsOrientation: true)
    let webm = MuxerTable(
      video: ["video/x-vp8", "video/x-vp9", "video/x-av1"],
      audio: ["audio/x-vorbis", "audio/x-opus"], hidesPriming: false, holdsOrientation: false)
    return [
      "mp4mux": mp4,
      "qtmux": MuxerTable(
        video: mp4.video.union(["video/x-prores", "image/jpeg", "image/png"]),
        audio: mp4.audio.union(["audio/x-raw", "audio/x-alaw", "audio/x-mulaw"]),
        hidesPriming: true, holdsOrientation: true),
      "webmmux": webm,
      "matroskamux": MuxerTable(
        video: webm.video.union([
          "video/x-h264", "video/x-h265", "video/mpeg1", "video/mpeg2", "video/mpeg4",
          "video/x-ffv",
          "video/x-prores", "video/x-theora", "image/jpeg",
        ]),
        audio: webm.audio.union([
          "audio/mpeg1", "audio/mpeg2", "audio/mpeg4", "audio/x-ac3", "audio/x-eac3", "audio/x-dts",
          "audio/x-flac", "audio/x-raw",
        ]), hidesPriming: false, holdsOrientation: false),
      "mpegtsmux": MuxerTable(
        video: ["video/x-h264", "video/x-h265", "video/mpeg1", "video/mpeg2", "video/mpeg4"],
        audio: ["audio/mpeg1", "audio/mpeg2", "audio/mpeg4", "audio/x-ac3", "audio/x-dts"],
        hidesPriming: false, holdsOrientation: false),
      "oggmux": MuxerTable(
        video: ["video/x-theora", "video/x-vp8"],
        audio: ["audio/x-vorbis", "audio/x-opus", "audio/x-flac"], hidesPriming: false,
        holdsOrientation: false),
    ]
  }()

  static subscript(factory: String) -> MuxerTable? { tables[factory] }

  func takes(_ format: EncodedFormat, _ media: Track.MediaType) -> Bool {
    let version = format.value("mpegversion") ?? ""
    return (media == .video ? video : audio).contains(format.mediaType + version)
  }
}

extension PassthroughPlan {
  /// What keeps the packets from going into a muxer's files.
  func faults(with muxer: String) -> [Composition.Fault] {
    let path = ["export", "fileType"]
    guard let table = MuxerTable[muxer] else {
      return [passthroughFault(path, "nothing is known of what '\(muxer)' takes")]
    }
    var found: [Composition.Fault] = []
    for media in Track.MediaType.allCases {
      guard let format = format(of: media), !table.takes(format, media) else { continue }
      found.append(
        passthroughFault(path, "\(muxer) does not take \(format.mediaType) as it is"))
    }
    if orientation != .identity, !table.holdsOrientation {
      found.append(
        passthroughFault(
          path, "the picture is turned (\(orientation.rawValue)), which \(muxer) cannot say"))
    }
    return found
  }

  /// The graph that copies into a file.
  ///
  /// MP4 and MOV files have to be completed: `complete(_:)`, in Cutaway.
  ///
  /// - Parameters:
  ///   - muxer: What makes the file: one of GStreamer's for MP4, MOV, Matroska, WebM, MPEG-TS, Ogg.
  ///   - path: The file.
  /// - Returns: The graph; its sources are called `picture` and `sound`.
  /// - Throws: ``TranslationError`` with all ``faults``, and what the muxer does not take.
  public func graph(
    to muxer: FileOutput.Stage, path: String
  ) throws(TranslationError) -> PipelineGraph {
    let all = faults + faults(with: muxer.factory)
    guard all.isEmpty else { throw TranslationError(all) }
    var graph = PipelineGraph()
    let file = graph.add(muxer.factory, name: "muxer", muxer.properties)
    let delay = delay(to: muxer.factory)
    for (media, name) in [(Track.MediaType.video, "picture"), (.audio, "sound")] {
      let list = segments.filter { $0.media == media }.map(\.source)
      guard !list.isEmpty else { continue }
      var properties: [PipelineGraph.Property] = [
        .init("media", .string(media.rawValue)),
        .init("segments", .string(SourceSegment.text(of: list))),
      ]
      if delay > .zero { properties.append(.init("delay", .string("\(delay)"))) }
      var port = graph.add("packetsrc", name: name, properties)
      for stage in stages(media, to: muxer.factory) {
        let element = graph.add(
          stage.factory, name: "\(name)-\(stage.factory)", stage.properties)
        port = graph.link(port, element)
      }
      graph.link(port, file)
    }
    let sink = graph.add(
      "filesink", name: "file", [.init("location", .string(path)), .init("async", false)])
    graph.link(file, sink)
    return graph
  }

  /// How much later everything comes in a muxer's files, which cannot hide what precedes the sound.
  public func delay(to muxer: String) -> MediaTime {
    MuxerTable[muxer]?.hidesPriming == false ? priming : .zero
  }

  /// What packets go through on their way to a muxer.
  private func stages(_ media: Track.MediaType, to muxer: String) -> [FileOutput.Stage] {
    guard media == .video, muxer == "mpegtsmux" else { return [] }
    // A transport stream has start codes, and the decoder's setup before every key frame.
    let everyKey = PipelineGraph.Property("config-interval", -1)
    return switch format(of: media)?.mediaType {
    case "video/x-h264": [.init("h264parse", [everyKey])]
    case "video/x-h265": [.init("h265parse", [everyKey])]
    default: []
    }
  }
}
