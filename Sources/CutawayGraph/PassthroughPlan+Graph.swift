import CutawayDiagnostics
import CutawayModel
package import CutawayTime

/// The encoded formats that a muxer accepts.
struct MuxerTable {
  private let video: Set<String>
  private let audio: Set<String>
  /// Whether the muxer's files can state that the first samples must not be heard.
  let hidesPriming: Bool
  let holdsOrientation: Bool

  /// The tables by the muxer's factory name.
  ///
  /// The media type `audio/mpeg` has its version appended.
  ///
  /// VP9 is not in MP4, because mp4mux of GStreamer 1.22 crashes on it.
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
  /// The faults that prevent the packets from being written by a muxer.
  func faults(with muxer: String) -> [Composition.Fault] {
    let path = ["export", "fileType"]
    guard let table = MuxerTable[muxer] else {
      return [passthroughFault(path, "the formats that '\(muxer)' accepts are unknown")]
    }
    var found: [Composition.Fault] = []
    for media in Track.MediaType.allCases {
      guard let format = format(of: media), !table.takes(format, media) else { continue }
      found.append(
        passthroughFault(path, "\(muxer) does not accept \(format.mediaType) in this form"))
    }
    if orientation != .identity, !table.holdsOrientation {
      found.append(
        passthroughFault(
          path, "the video is rotated (\(orientation.rawValue)), which \(muxer) cannot store"))
    }
    return found
  }

  /// The graph that copies the packets into a file.
  ///
  /// MP4 and MOV files must be completed afterwards, with `complete(_:)` in Cutaway.
  ///
  /// - Parameters:
  ///   - muxer: The muxer: one of GStreamer's for MP4, MOV, Matroska, WebM, MPEG-TS or Ogg.
  ///   - path: The path of the file.
  /// - Returns: The graph.
  /// - Throws: ``TranslationError`` with all ``faults``, and with the formats that the muxer does
  ///   not accept.
  package func graph(
    to muxer: FileOutput.Stage, path: String
  ) throws(TranslationError) -> PipelineGraph {
    let all = faults + faults(with: muxer.factory)
    guard all.isEmpty else { throw TranslationError(.invalidComposition, faults: all) }
    var graph = PipelineGraph()
    let file = graph.add(muxer.factory, name: "muxer", role: .muxer, muxer.properties)
    let delay = delay(to: muxer.factory)
    let streams: [(Track.MediaType, String, PipelineGraph.Role)] = [
      (.video, "picture", .encodedVideo), (.audio, "sound", .encodedAudio),
    ]
    for (media, name, role) in streams {
      let list = segments.filter { $0.media == media }.map(\.source)
      guard !list.isEmpty else { continue }
      var properties: [PipelineGraph.Property] = [
        .init("media", .string(media.rawValue)),
        .init("segments", .string(SourceSegment.text(of: list))),
      ]
      if delay > .zero { properties.append(.init("delay", .string("\(delay)"))) }
      var port = graph.add("packetsrc", name: name, role: role, properties)
      for stage in stages(media, to: muxer.factory) {
        let element = graph.add(
          stage.factory, name: "\(name)-\(stage.factory)", stage.properties)
        port = graph.link(port, element)
      }
      graph.link(port, file)
    }
    let sink = graph.add(
      "filesink", name: "file", role: .file,
      [.init("location", .string(path)), .init("async", false)])
    graph.link(file, sink)
    return graph
  }

  /// The delay of all streams in the files of a muxer that cannot hide the priming of the sound.
  package func delay(to muxer: String) -> MediaTime {
    MuxerTable[muxer]?.hidesPriming == false ? priming : .zero
  }

  /// The elements between the packets and the muxer.
  private func stages(_ media: Track.MediaType, to muxer: String) -> [FileOutput.Stage] {
    guard media == .video, muxer == "mpegtsmux" else { return [] }
    // A transport stream has start codes, and the decoder configuration before every key frame.
    let everyKey = PipelineGraph.Property("config-interval", -1)
    return switch format(of: media)?.mediaType {
    case "video/x-h264": [.init("h264parse", [everyKey])]
    case "video/x-h265": [.init("h265parse", [everyKey])]
    default: []
    }
  }
}
