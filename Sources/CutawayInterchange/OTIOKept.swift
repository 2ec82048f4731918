import CutawayModel
import CutawayTime

/// What OpenTimelineIO has no place for, and its `metadata` keeps under `cutaway`.
///
/// Each object has the values that concern it.
struct OTIOKept: Codable, Equatable {
  // Of a timeline.
  var render: RenderSettings?
  var export: ExportSettings?
  /// The placement of all clips; `fit` if it is not stated.
  var placement: LayerTransform.Base?

  // Of a track or a clip.
  var volume: Double?

  // Of a track.
  var language: String?
  var isSilent: Bool?
  var declick: MediaTime?
  var effects: [Effect]?

  // Of a clip.
  var trackIndex: Int?
  var pitch: Segment.Pitch?
  var fadeIn: Segment.Fade?
  var fadeOut: Segment.Fade?

  // Of a media reference.
  var colorimetry: Asset.Colorimetry?
  var generator: Generator?

  // Of a transition.
  var transition: Transition?
}

/// The `metadata` of an object, of which the parts of other programs are left out.
struct OTIOMetadata: Decodable {
  var cutaway: OTIOKept?
}
