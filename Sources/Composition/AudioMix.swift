/// How loud a track is.
///
/// Times are those of the composition.
public struct AudioMixParameters: Sendable, Hashable, Codable {
  public var track: Track.ID
  /// Linear gain, 1 by default.
  public var volume: AnimatedValue<Double>

  public init(track: Track.ID, volume: AnimatedValue<Double> = .init()) {
    self.track = track
    self.volume = volume
  }
}
