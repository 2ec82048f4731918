import CutawayModel

extension Reader {
  static let keys = [
    "cutaway", "render", "assets", "tracks", "instructions", "audioMix", "effects", "markers",
    "export",
  ]
  static let unsupportedKeys = ["overlays", "sequence"]

  /// Reads a whole file.
  ///
  /// If diagnostics report an error, the result is `nil` or contains placeholders for the parts
  /// that could not be read.
  mutating func composition(_ root: SourceValue) -> Composition? {
    positions[[]] = root.position
    guard checkVersion(root) else { return nil }
    let fields = fields(
      of: root, as: "a composition", keys: Self.keys, required: ["cutaway"],
      unsupported: Self.unsupportedKeys)
    guard let fields else { return nil }
    var composition = Composition()
    // First, because it defines the frame duration for times in frames.
    if let value = fields["render"] { composition.render = render(value) }
    if let value = fields["assets"] { composition.assets = assets(value) }
    if let value = fields["tracks"] { composition.tracks = tracks(value) }
    if let value = fields["instructions"] { composition.instructions = instructions(value) }
    if let value = fields["audioMix"] { composition.audioMix = audioMix(value) }
    composition.effects = effects(fields["effects"], path: ["effects"])
    if let value = fields["markers"] { composition.markers = markers(value) }
    if let value = fields["export"] { composition.export = export(value) }
    reportFaults(of: composition)
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
      if placeholders.contains(fault.path) || unread.concern(fault, in: composition) {
        continue
      }
      report(.meaning, at: positions.nearest(to: fault.path), fault.error.message)
    }
  }
}

/// Tracks whose name or type could not be read.
private struct UnreadTracks {
  private var hasUnnamed = false
  private var known: Set<Track.ID> = []
  private var untyped: Set<Track.ID> = []

  init(_ tracks: [Track], placeholders: Set<[String]>) {
    for (index, track) in tracks.enumerated() {
      if placeholders.contains(["tracks", "\(index)", "id"]) { hasUnnamed = true }
      let isFirst = known.insert(track.id).inserted
      if isFirst, placeholders.contains(["tracks", "\(index)", "type"]) {
        untyped.insert(track.id)
      }
    }
  }

  /// Whether a fault may concern one of these tracks.
  func concern(_ fault: Composition.Fault, in composition: Composition) -> Bool {
    let path = fault.path.map { Int($0) }
    let id: Track.ID? =
      switch (fault.path.first, fault.path.last, path.count) {
      case ("instructions", "track", 5):
        path[1].flatMap { i in path[3].map { composition.instructions[i].layers[$0].track } }
      case ("audioMix", "track", 3): path[1].map { composition.audioMix[$0].track }
      case ("audioMix", "under", 4):
        path[1].flatMap { composition.audioMix[$0].ducking?.trigger }
      default: nil
      }
    guard let id else { return false }
    return known.contains(id) ? untyped.contains(id) : hasUnnamed
  }
}
