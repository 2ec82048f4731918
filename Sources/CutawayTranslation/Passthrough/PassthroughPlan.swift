package import CutawayModel
package import CutawayTime

/// The plan to copy a composition without encoding it, or the reasons why that is impossible.
///
/// A composition can be copied if it shows one video track and plays one audio track without
/// changes: whole, or cut at key frames. The initializer checks everything that needs no file. The
/// rest is known when the packets of each of the ``segments`` have been examined. All faults are
/// reported together.
///
///     var plan = PassthroughPlan(resolved, range: range)
///     for segment in plan.segments { plan.add(…findings in the file…, for: segment) }
///     let graph = try plan.graph(to: .init("mp4mux"), accepting: formats, path: "out.mp4")
///
/// Where segments follow each other, the sound is cut between the packets nearest to the cut. The
/// priming that an encoder put before a source's first sample is left out at a join, because it
/// would delay everything that follows. A decoder blends one packet of either side there, as at
/// every cut in encoded sound.
package struct PassthroughPlan: Sendable {
  /// The kind of a segment: video or audio.
  package typealias MediaType = Track.MediaType

  /// A part of a source to copy.
  package struct Segment: Sendable, Hashable {
    /// The media type, which also selects the stream of the output.
    package var media: Track.MediaType
    /// The source range, and its target in the time of the output.
    package var source: SourceSegment
    /// The path of the segment in the composition.
    package var path: [String]
  }

  /// The segments to copy, in order, video first.
  package private(set) var segments: [Segment] = []

  /// The orientation that the output file must state.
  package private(set) var orientation = Orientation.identity
  /// The orientation as a matrix.
  package private(set) var preferredTransform = TransformMatrix.identity

  /// The known reasons why the composition cannot be copied; empty if none is known.
  package internal(set) var faults: [Composition.Fault]

  /// The findings about the packets of each segment, as far as they are known.
  private var findings: [Segment: PacketFindings] = [:]

  /// The duration of the copy.
  package let duration: MediaTime

  /// Examines a composition, but not its files.
  ///
  /// - Parameters:
  ///   - resolved: The composition with its media.
  ///   - range: The part to copy; its start becomes time 0 of the output.
  ///   - kinds: The media types that the file can contain: an M4A file has no video.
  package init(
    _ resolved: ResolvedComposition, range: TimeRange? = nil,
    kinds: Set<Track.MediaType> = [.video, .audio]
  ) {
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    guard let part = whole.intersection(range ?? whole) else {
      duration = .zero
      faults = [passthroughFault([], "the range contains no part of the composition")]
      return
    }
    duration = part.duration
    var survey = PassthroughSurvey(Timeline(resolved: resolved, range: part, onMissing: .stop))
    if kinds.contains(.video) { survey.lookAtPicture() }
    if kinds.contains(.audio) { survey.lookAtSound() }
    if survey.segments.isEmpty, survey.faults.isEmpty {
      survey.faults = [passthroughFault(["tracks"], "there is no media for the file")]
    }
    segments = survey.segments
    orientation = survey.orientation
    preferredTransform = survey.preferredTransform
    faults = survey.faults
  }

  /// Adds the findings about the packets of a segment.
  package mutating func add(_ found: PacketFindings, for segment: Segment) {
    findings[segment] = found
    let source = segment.source.mapping.source
    if case .betweenKeyFrames(let before, let after) = found.entry {
      let places = [before, after].compactMap { $0.map { "\($0.text) s" } }
      let hint = places.isEmpty ? "" : ": there \(places.count == 1 ? "is one" : "are some") at "
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "it starts at \(source.start.text) s of '\(segment.source.source)', which is not a key "
            + "frame\(hint)\(places.joined(separator: " and "))"))
    }
    if case .crossed(let later) = found.exit {
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "it ends at \(source.end.text) s of '\(segment.source.source)', but earlier frames need "
            + "the frame at \(later.text) s"))
    }
    if case .missing(let end) = found.exit {
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "the packets of '\(segment.source.source)' end at \(end.text) s, not "
            + "at \(source.end.text) s"))
    }
    guard let first = segments.first(where: { $0.media == segment.media }), first != segment,
      let format = findings[first]?.format
    else { return }
    let differences = format.differences(from: found.format)
    if differences.isEmpty { return }
    faults.append(
      passthroughFault(
        segment.path,
        "the encoding of '\(segment.source.source)' differs from that of "
          + "'\(first.source.source)', which comes first: \(differences.joined(separator: ", "))")
    )
  }

  /// Adds a fault that states why the file of a segment cannot be examined.
  package mutating func fail(_ message: String, for segment: Segment) {
    faults.append(passthroughFault(segment.path, "'\(segment.source.source)': \(message)"))
  }

  /// The encoding of a media type's packets; `nil` if there are none, or no findings have been
  /// added.
  package func format(of media: Track.MediaType) -> EncodedFormat? {
    segments.first { $0.media == media }.flatMap { findings[$0]?.format }
  }

  /// The duration of the sound before time 0, which is not heard.
  package var priming: MediaTime {
    segments.first { $0.media == .audio && $0.source.mapping.target.start == .zero }
      .flatMap { findings[$0]?.priming } ?? .zero
  }
}

func passthroughFault(_ path: [String], _ message: String) -> Composition.Fault {
  Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
}
