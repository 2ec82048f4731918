import CutawayDiagnostics
package import CutawayModel
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

  /// Whether files take packets with these caps, in GStreamer's notation.
  package func takes(caps: String, _ media: Track.MediaType) -> Bool {
    let fields = caps.split(separator: ",")
    let version = fields.first { $0.hasPrefix("mpegversion=") }.map { $0.filter(\.isNumber) }
    return takes(
      EncodedFormat(
        mediaType: fields.first.map(String.init) ?? "",
        fields: version.map { ["mpegversion": $0] } ?? [:]), media)
  }

  package func takes(_ format: EncodedFormat, _ media: Track.MediaType) -> Bool {
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
    for (media, name) in [(Track.MediaType.video, "picture"), (.audio, "sound")] {
      guard let copy = packets(of: media, delay: delay, in: formats) else { continue }
      graph.link(graph.add(copy, name: name), file)
    }
    let sink = FileOutput.Stage.file(path)
    graph.link(file, graph.add(sink.factory, name: "file", role: .file, sink.properties))
    return graph
  }

  /// The packets of a media type; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - media: The media type.
  ///   - delay: The delay of all streams.
  ///   - formats: The formats that the muxer accepts.
  /// - Returns: The packets.
  package func packets(
    of media: Track.MediaType, delay: MediaTime = .zero, in formats: CopiedFormats
  ) -> PacketCopy? {
    let list = segments.filter { $0.media == media }.map(\.source)
    if list.isEmpty { return nil }
    return PacketCopy(
      media: media, segments: list, delay: delay,
      parser: format(of: media).flatMap { formats.parsers[$0.mediaType] })
  }

  /// The delay of all streams in files that cannot hide the priming of the sound.
  package func delay(in formats: CopiedFormats) -> MediaTime {
    formats.hidesPriming ? .zero : priming
  }
}

/// Packets that are copied from files.
package struct PacketCopy: Sendable, Hashable {
  fileprivate var media: Track.MediaType
  fileprivate var segments: [SourceSegment]
  fileprivate var delay: MediaTime
  /// The element that the packets need before the muxer, if any.
  fileprivate var parser: FileOutput.Stage?
}

extension PipelineGraph {
  /// Adds the elements that output packets.
  mutating func add(_ copy: PacketCopy, name: String) -> Port {
    var properties: [Property] = [
      .init("media", .string(copy.media.rawValue)),
      .init("segments", .shared(SharedSegments(copy.segments))),
    ]
    if copy.delay > .zero { properties.append(.init("delay", .string("\(copy.delay)"))) }
    let source = add(
      "packetsrc", name: name, role: copy.media == .video ? .encodedVideo : .encodedAudio,
      properties)
    guard let parser = copy.parser else { return source }
    return link(source, add(parser.factory, name: "\(name)-\(parser.factory)", parser.properties))
  }
}
