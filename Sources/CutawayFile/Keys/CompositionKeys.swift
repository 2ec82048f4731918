import CutawayModel

extension Constructs {
  static let composition = Construct<Composition>(
    "composition", as: "a composition", blank: Composition(), isBlock: true,
    fields: [
      Field(
        "cutaway", get: { _ in 1 }, set: { _, _ in }, .version, .required,
        "The version of the format."),
      Field(
        "vars", get: { _ in nil }, set: { _, _ in }, .variables, .implied(as: "none"),
        "Variables, whose values stand for `${name}` in all other values."),
      // Before everything with a time, because it defines the frame duration for times in frames.
      Field(
        "render", \.render,
        .map(render) { $0.render($1, path: $2) }.defined(as: "render"),
        .stated(as: "the defaults of its keys"),
        "Size, frame rate and background of the picture, and format of the mix."),
      Field(
        "assets", \.assets, .assets, .implied, "Media files, by the names that segments use."),
      Field(
        "tracks", \.tracks,
        .list(of: .map(track) { $0.track($1, path: $2) }.defined(as: "track"), "tracks"), .stated,
        "All tracks. Without instructions, the first video track is at the bottom."),
      Field(
        "sequence", get: { _ in nil }, set: { _, _ in }, .sequence, .implied(as: "none"),
        "Clips and stills one after another, below `tracks`: a shorthand for tracks, instructions and parts of the mix."
      ),
      Field(
        "instructions", \.instructions,
        .list(
          of: .map(instruction) { $0.instruction($1, path: $2) }.defined(as: "instruction"),
          "instructions"), .implied,
        "Which tracks are shown when, and how: in order of time, without overlaps."),
      Field(
        "transitions", get: { _ in [] }, set: { _, _ in }, .transitionsOfTracks, .implied,
        "Transitions between tracks that overlap, besides those of segments."),
      Field(
        "audioMix", \.audioMix,
        .list(of: .map(mix).defined(as: "mix"), "tracks with volumes"), .implied,
        "Volume, pan and ducking of audio tracks, each at most once."),
      Field(
        "effects", \.effects, .effects, .implied,
        "Effects on the whole picture, in the order in which they are applied."),
      Field(
        "overlays", \.overlays, .overlays, .implied,
        "Layers over the picture after its effects, from the bottom to the top."),
      Field(
        "fonts", \.fonts, .map(fonts).defined(as: "fonts"), .implied(as: "those of the system"),
        "The fonts of texts in overlays and layers."),
      Field(
        "markers", \.markers,
        .list(
          of: .map(marker) { $0.whole($1, of: marker, path: $2, stops: true) }
            .defined(as: "marker"), "markers"), .implied,
        "Named times in ascending order, which an export writes as chapters."),
      Field(
        "export", \.export, .map(export).defined(as: "export"),
        .stated(as: "the defaults of its keys"), "Defaults of exports."),
    ])
}

extension ValueForm<Int> {
  /// The version, which the reader checks before all keys.
  fileprivate static var version: Self {
    ValueForm("`1`", schema: ["const": 1], write: { .number($0) }) { _, _, _ in 1 }
  }
}

extension Reader {
  /// Reads a whole file.
  ///
  /// If diagnostics report an error, the result is `nil` or contains placeholders for the parts
  /// that could not be read.
  mutating func composition(_ root: SourceValue) -> Composition? {
    positions[.root] = root.position
    guard checkVersion(root), let fields = fields(of: root, as: Constructs.composition) else {
      return nil
    }
    var composition = Composition()
    // What cannot be read stays empty, and was reported.
    _ = read(fields, into: &composition, path: .root)
    composition.assets = assets.all
    addSounds(to: &composition)
    addSequence(to: &composition)
    reportFaults(of: composition)
    addTransitions(to: &composition)
    return composition
  }

  /// Whether to read the rest: a file of another version has other keys.
  private mutating func checkVersion(_ root: SourceValue) -> Bool {
    if root.scalar?.kind == .null {
      report(.shape, at: root.position, "the file is empty; a composition has 'cutaway: 1'")
      return false
    }
    guard let value = root.map?.first(where: { $0.key == "cutaway" })?.value else { return true }
    guard let version = value.scalar?.double else {
      return expected("the version of the format, 1", in: value) ?? true
    }
    if version == 1 { return true }
    report(
      .shape, at: value.position,
      "version \(value.scalar?.text.shortened ?? "") of the format is not supported; this is "
        + "version 1")
    return false
  }

  /// Reports faults in the relations between the parts, as far as the reader could read the parts.
  private mutating func reportFaults(of composition: Composition) {
    let isComplete = diagnostics.isEmpty
    let unread = UnreadTracks(composition.tracks, placeholders: placeholders)
    for fault in composition.faults() {
      if isFull { return }
      if fault.path == ["tracks"], !isComplete { continue }
      // The duration of the composition is unknown in this case.
      if fault.path.first == "audioMix", fault.error.code == .outOfRange, !isComplete { continue }
      if concernsPlaceholder(fault) || unread.concern(fault, in: composition) { continue }
      report(.meaning, at: positions.nearest(to: fault.path), fault.error.message)
    }
  }
}

extension Reader {
  private func concernsPlaceholder(_ fault: Composition.Fault) -> Bool {
    if placeholders.contains(ModelPath(fault.path)) { return true }
    // The range of an instruction is compared with that of the instruction before it.
    guard fault.path.first == "instructions", fault.path.last == "range",
      let index = Int(fault.path[1])
    else { return false }
    return placeholders.contains(ModelPath(["instructions", "\(index - 1)", "range"]))
  }
}

/// Tracks whose name or type could not be read.
private struct UnreadTracks {
  private var hasUnnamed = false
  private var known: Set<Track.ID> = []
  private var untyped: Set<Track.ID> = []

  init(_ tracks: [Track], placeholders: Set<ModelPath>) {
    for (index, track) in tracks.enumerated() {
      let path = ModelPath(["tracks", "\(index)"])
      if placeholders.contains(path["id"]) { hasUnnamed = true }
      let isFirst = known.insert(track.id).inserted
      if isFirst, placeholders.contains(path["type"]) {
        untyped.insert(track.id)
      }
    }
  }

  /// Whether a fault may concern one of these tracks.
  func concern(_ fault: Composition.Fault, in composition: Composition) -> Bool {
    let path = fault.path.map { Int($0) }
    let ids: [Track.ID] =
      switch (fault.path.first, fault.path.last, path.count) {
      case ("instructions", "track", 5):
        path[1].flatMap { i in path[3].map { [composition.instructions[i].layers[$0].track] } }
          ?? []
      case ("audioMix", "track", 3): path[1].map { [composition.audioMix[$0].track] } ?? []
      case ("audioMix", "under", 4):
        path[1].flatMap { composition.audioMix[$0].ducking?.triggers } ?? []
      default: []
      }
    return ids.contains { known.contains($0) ? untyped.contains($0) : hasUnnamed }
  }
}
