import CutawayDiagnostics
import CutawayModel
package import CutawayTime

/// The encoded formats that a muxer accepts from other files.
package struct CopiedFormats: Sendable, Hashable {
  /// The media types of video.
  ///
  /// `video/mpeg` has its version appended.
  package var video: Set<String>
  /// The media types of sound.
  ///
  /// `audio/mpeg` has its version appended.
  package var audio: Set<String>
  /// Whether files can state that the first samples must not be heard.
  package var hidesPriming = false
  /// Whether files can state an orientation.
  package var holdsOrientation = false
  /// The parser of each media type that packets need before the muxer.
  package var parsers: [String: FileOutput.Stage] = [:]

  /// Creates a table.
  package init(
    video: Set<String>, audio: Set<String>, hidesPriming: Bool = false,
    holdsOrientation: Bool = false, parsers: [String: FileOutput.Stage] = [:]
  ) {
    self.video = video
    self.audio = audio
    self.hidesPriming = hidesPriming
    self.holdsOrientation = holdsOrientation
    self.parsers = parsers
  }

  func takes(_ format: EncodedFormat, _ media: Track.MediaType) -> Bool {
    let version = format.value("mpegversion") ?? ""
    return (media == .video ? video : audio).contains(format.mediaType + version)
  }
}

extension PassthroughPlan {
  /// The faults that prevent the packets from being written by a muxer.
  private func faults(
    with muxer: String, accepting formats: CopiedFormats
  ) -> [Composition.Fault] {
    let path = ["export", "fileType"]
    var found: [Composition.Fault] = []
    for media in Track.MediaType.allCases {
      guard let format = format(of: media), !formats.takes(format, media) else { continue }
      found.append(
        passthroughFault(path, "\(muxer) does not accept \(format.mediaType) in this form"))
    }
    if orientation != .identity, !formats.holdsOrientation {
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
  ///   - muxer: The muxer.
  ///   - formats: The formats that the muxer accepts.
  ///   - path: The path of the file.
  /// - Returns: The graph.
  /// - Throws: ``TranslationError`` with all ``faults``, and with the formats that the muxer does
  ///   not accept.
  package func graph(
    to muxer: FileOutput.Stage, accepting formats: CopiedFormats, path: String
  ) throws(TranslationError) -> PipelineGraph {
    let all = faults + faults(with: muxer.factory, accepting: formats)
    guard all.isEmpty else { throw TranslationError(.invalidComposition, faults: all) }
    var graph = PipelineGraph()
    let file = graph.add(muxer.factory, name: "muxer", role: .muxer, muxer.properties)
    let delay = delay(in: formats)
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
      if let parser = self.format(of: media).flatMap({ formats.parsers[$0.mediaType] }) {
        let element = graph.add(
          parser.factory, name: "\(name)-\(parser.factory)", parser.properties)
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

  /// The delay of all streams in files that cannot hide the priming of the sound.
  package func delay(in formats: CopiedFormats) -> MediaTime {
    formats.hidesPriming ? .zero : priming
  }
}
