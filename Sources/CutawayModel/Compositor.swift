/// A GStreamer mixer that combines the frames of several layers of an instruction into one picture.
///
/// It is the counterpart of AVFoundation's `AVVideoCompositing`, and also how transitions are
/// drawn. The element has request pads `sink_%u`; `sink_0` receives the frames of the first of
/// ``tracks``, `sink_1` those of the second, and so on.
///
/// The result replaces these layers at the place of the topmost of them. Other layers of the
/// instruction are drawn below or above it.
public struct Compositor: Sendable, Hashable, Codable {
  /// The factory name of the element, such as `wipetransition` or `compositor`.
  public var element: String
  /// Values by the name of the GStreamer property.
  ///
  /// Animated properties need an element with a property `keyframes`, as those of this project
  /// have.
  public var properties: [String: Effect.Value]
  /// The tracks whose frames the element gets, in the order of its pads.
  ///
  /// Each must be a layer of the instruction. Empty stands for the tracks of all layers, the lowest
  /// first.
  public var tracks: [Track.ID]
  /// What the element gets of each layer; ``Frames/placed`` by default.
  public var frames: Frames

  /// What a compositor gets of a layer.
  public enum Frames: String, Sendable, Hashable, Codable, CaseIterable {
    /// Frames of the output's size that show the layer alone, with its transform, crop and opacity.
    /// The rest of the frame is transparent.
    case placed
    /// The frames of the source, after effects: the layer must have no transform, crop or opacity.
    case source
  }

  /// Creates a compositor; whether the element and its properties exist is not checked.
  public init(
    element: String, properties: [String: Effect.Value] = [:], tracks: [Track.ID] = [],
    frames: Frames = .placed
  ) {
    self.element = element
    self.properties = properties
    self.tracks = tracks
    self.frames = frames
  }

  /// The element and its properties.
  package var effect: Effect {
    get { Effect(element: element, properties: properties) }
    set { (element, properties) = (newValue.element, newValue.properties) }
  }
}

extension Instruction {
  /// The tracks whose layers the compositor combines, in the order of its pads; empty without a
  /// compositor.
  public var compositorTracks: [Track.ID] {
    guard let compositor else { return [] }
    return compositor.tracks.isEmpty ? layers.reversed().map(\.track) : compositor.tracks
  }
}
