public import CutawayTime

/// An edit: which parts of which media are shown and heard, when, and how.
///
/// It follows AVFoundation's editing model. Everything is a value: copy it, compare it, send it to
/// another task, encode it. No file is opened until the composition is rendered.
public struct Composition: Sendable, Hashable, Codable {
  /// Size, frame rate and background of the video, and format of the mix.
  public var render: RenderSettings
  /// The media files that segments refer to by their names.
  public var assets: [Asset]
  /// All tracks.
  ///
  /// Without instructions, the first video track is at the bottom.
  public var tracks: [Track]
  /// In order of time, without overlaps.
  public var instructions: [Instruction]
  /// Volume, pan and ducking, at most one entry per audio track; a track that is not listed is
  /// unchanged.
  public var audioMix: [AudioMixParameters]
  /// Effects on the composed frame, in the order in which they are applied.
  public var effects: [Effect]
  /// Layers over the picture after its effects, from the bottom to the top, in pixels of the render
  /// size.
  public var overlays: [OverlayLayer]
  /// The fonts of texts in overlays.
  public var fonts: FontSources
  /// In order of time.
  public var markers: [Marker]
  /// Defaults for exports; the caller of an export may override them.
  public var export: ExportSettings

  /// Creates a composition without checking it; see ``faults()``.
  public init(
    render: RenderSettings = RenderSettings(), assets: [Asset] = [], tracks: [Track] = [],
    instructions: [Instruction] = [], audioMix: [AudioMixParameters] = [],
    effects: [Effect] = [], overlays: [OverlayLayer] = [],
    fonts: FontSources = FontSources(), markers: [Marker] = [],
    export: ExportSettings = ExportSettings()
  ) {
    self.render = render
    self.assets = assets
    self.tracks = tracks
    self.instructions = instructions
    self.audioMix = audioMix
    self.effects = effects
    self.overlays = overlays
    self.fonts = fonts
    self.markers = markers
    self.export = export
  }

  /// From 0 to the latest end of a track.
  public var duration: MediaTime { tracks.map(\.duration).max() ?? .zero }

  /// The asset with this name, or `nil`; the first if names repeat.
  public func asset(_ id: Asset.ID) -> Asset? { assets.first { $0.id == id } }

  /// The track with this name, or `nil`; the first if names repeat.
  public func track(_ id: Track.ID) -> Track? { tracks.first { $0.id == id } }
}
