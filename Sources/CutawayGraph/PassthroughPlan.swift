public import CutawayModel
public import CutawayTime

/// How a composition is copied without being encoded anew, or why it cannot be.
///
/// A composition can be copied if it shows one video track and plays one audio track as their sources
/// are: whole, or cut at key frames. What can be said without opening a file is said at once; the rest
/// is known when the packets of each of the ``segments`` have been looked at. All reasons are told
/// together.
///
///     var plan = PassthroughPlan(resolved, range: range)
///     for segment in plan.segments { plan.add(…what there is in the file…, for: segment) }
///     let graph = try plan.graph(to: .init("mp4mux"), path: "out.mp4")
///
/// Where segments follow each other, sound is cut between the packets nearest to the cut. What an
/// encoder has put before a source's first sample is left out at a join: it would move all that
/// follows. A decoder blends one packet of either side there, as at every cut in encoded sound.
public struct PassthroughPlan: Sendable {
  /// Picture or sound.
  public typealias MediaType = Track.MediaType

  /// A part of a source that is to be copied.
  public struct Segment: Sendable, Hashable {
    public var media: Track.MediaType
    /// In the time of the output.
    public var source: SourceSegment
    /// Where it stands in the composition.
    public var path: [String]
  }

  /// What is to be copied, in order, the picture first.
  public private(set) var segments: [Segment] = []

  /// How the picture has to be turned to be upright, which the file has to say.
  public private(set) var orientation = Orientation.identity
  /// The same as a matrix.
  public private(set) var preferredTransform = TransformMatrix.identity

  /// Why it cannot be copied, as far as is known.
  public internal(set) var faults: [Composition.Fault]

  /// What the packets say of each segment, as far as it is known.
  private var findings: [Segment: PacketFindings] = [:]

  /// The length of what is copied.
  public let duration: MediaTime

  /// Looks at a composition, not at its files.
  ///
  /// - Parameters:
  ///   - resolved: The composition and what is known of its media.
  ///   - range: The part to copy; its start becomes the output's 0.
  ///   - kinds: What goes into the file: an M4A file takes no picture.
  public init(
    _ resolved: ResolvedComposition, range: TimeRange? = nil,
    kinds: Set<Track.MediaType> = [.video, .audio]
  ) {
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    guard let part = whole.intersection(range ?? whole) else {
      duration = .zero
      faults = [passthroughFault([], "the range shows nothing of the composition")]
      return
    }
    duration = part.duration
    var survey = PassthroughSurvey(Timeline(resolved: resolved, range: part, onMissing: .stop))
    if kinds.contains(.video) { survey.lookAtPicture() }
    if kinds.contains(.audio) { survey.lookAtSound() }
    if survey.segments.isEmpty, survey.faults.isEmpty {
      survey.faults = [passthroughFault(["tracks"], "there is nothing that goes into the file")]
    }
    segments = survey.segments
    orientation = survey.orientation
    preferredTransform = survey.preferredTransform
    faults = survey.faults
  }

  /// Adds what the packets of a segment say.
  public mutating func add(_ found: PacketFindings, for segment: Segment) {
    findings[segment] = found
    let source = segment.source.mapping.source
    if case .betweenKeyFrames(let before, let after) = found.entry {
      let places = [before, after].compactMap { $0.map { "\($0.text) s" } }
      let hint = places.isEmpty ? "" : ": there \(places.count == 1 ? "is one" : "are some") at "
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "it begins at \(source.start.text) s of '\(segment.source.location)', which is no key "
            + "frame\(hint)\(places.joined(separator: " and "))"))
    }
    if case .crossed(let later) = found.exit {
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "it ends at \(source.end.text) s of '\(segment.source.location)', before a frame at "
            + "\(later.text) s that frames shown earlier need"))
    }
    if case .missing(let end) = found.exit {
      faults.append(
        passthroughFault(
          segment.path + ["source"],
          "the packets of '\(segment.source.location)' can be had until \(end.text) s only, not "
            + "until \(source.end.text) s"))
    }
    guard let first = segments.first(where: { $0.media == segment.media }), first != segment,
      let format = findings[first]?.format
    else { return }
    let differences = format.differences(from: found.format)
    if differences.isEmpty { return }
    faults.append(
      passthroughFault(
        segment.path,
        "'\(segment.source.location)' is encoded otherwise than '\(first.source.location)', which "
          + "comes first: \(differences.joined(separator: ", "))"))
  }

  /// Says why a segment's file cannot be looked at.
  public mutating func fail(_ message: String, for segment: Segment) {
    faults.append(passthroughFault(segment.path, "'\(segment.source.location)': \(message)"))
  }

  /// How the packets of a kind are encoded; `nil` where there are none, or nothing has been found.
  public func format(of media: Track.MediaType) -> EncodedFormat? {
    segments.first { $0.media == media }.flatMap { findings[$0]?.format }
  }

  /// How much sound lies before time 0, unheard.
  var priming: MediaTime {
    segments.first { $0.media == .audio && $0.source.mapping.target.start == .zero }
      .flatMap { findings[$0]?.priming } ?? .zero
  }
}

func passthroughFault(_ path: [String], _ message: String) -> Composition.Fault {
  Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
}
