public import CutawayTime

/// An edit: which parts of which media are shown and heard when, and how.
///
/// It follows AVFoundation's editing model. Everything is a value: copy it, compare it, send it to
/// another task, encode it. Nothing is opened until it is rendered.
public struct Composition: Sendable, Hashable, Codable {
  public var render: RenderSettings
  public var assets: [Asset]
  /// The first video track is at the bottom where no instruction says otherwise.
  public var tracks: [Track]
  /// In order of time, without overlaps.
  public var instructions: [Instruction]
  public var audioMix: [AudioMixParameters]
  /// Effects on the finished picture, applied in this order.
  public var effects: [Effect]
  /// In order of time.
  public var markers: [Marker]
  public var export: ExportSettings

  public init(
    render: RenderSettings = RenderSettings(), assets: [Asset] = [], tracks: [Track] = [],
    instructions: [Instruction] = [], audioMix: [AudioMixParameters] = [],
    effects: [Effect] = [], markers: [Marker] = [], export: ExportSettings = ExportSettings()
  ) {
    self.render = render
    self.assets = assets
    self.tracks = tracks
    self.instructions = instructions
    self.audioMix = audioMix
    self.effects = effects
    self.markers = markers
    self.export = export
  }

  /// From 0 to the latest end of a track.
  public var duration: MediaTime { tracks.map(\.duration).max() ?? .zero }

  public func asset(_ id: Asset.ID) -> Asset? { assets.first { $0.id == id } }

  public func track(_ id: Track.ID) -> Track? { tracks.first { $0.id == id } }
}
