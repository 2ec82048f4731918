import CutawayModel
import CutawayTime

/// The volumes of tracks.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying {
  fileprivate var parameters: [AVAudioMixInputParameters] = []

  /// The parameters, one for each track that is not mixed with its usual volume.
  public fileprivate(set) var inputParameters: [AVAudioMixInputParameters] {
    get { parameters }
    set { parameters = newValue }
  }

  /// Creates a mix without parameters.
  public override init() {}

  /// A copy that does not change, also of its parameters.
  public func copy(with zone: NSZone? = nil) -> Any { copied(as: AVAudioMix()) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copied(as: AVMutableAudioMix()) }

  private func copied(as mix: AVAudioMix) -> AVAudioMix {
    mix.parameters = parameters.map { $0.copied(as: AVAudioMixInputParameters()) }
    return mix
  }
}

/// The volumes of tracks, which can be changed.
public final class AVMutableAudioMix: AVAudioMix {
  /// The parameters; of several for one track, all that do not overlap apply.
  public override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { parameters = newValue }
  }
}

/// The volume of a track over time.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying {
  fileprivate(set) var volume = RampList<Double>("volume")
  fileprivate var id = kCMPersistentTrackID_Invalid
  fileprivate var algorithm: AVAudioTimePitchAlgorithm?
  fileprivate var tap: MTAudioProcessingTap?

  /// The number of the track.
  public fileprivate(set) var trackID: CMPersistentTrackID {
    get { id }
    set { id = newValue }
  }
  /// How a change of speed affects the pitch; `nil` is the export's or the player's.
  public fileprivate(set) var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { algorithm }
    set { algorithm = newValue }
  }
  /// Sees and changes the sound of the track, before its volume.
  public fileprivate(set) var audioTapProcessor: MTAudioProcessingTap? {
    get { tap }
    set { tap = newValue }
  }

  /// Creates parameters of no track.
  public override init() {}

  /// The ramp at a time, or the first one after it.
  ///
  /// - Returns: Whether there is one. A hold is a ramp whose ends are equal.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?,
    endVolume: UnsafeMutablePointer<Float>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = volume.ramp(at: time) else { return false }
    unsafe startVolume?.pointee = Float(ramp.start)
    unsafe endVolume?.pointee = Float(ramp.end)
    unsafe timeRange?.pointee = ramp.range
    return true
  }

  /// A copy that does not change.
  public func copy(with zone: NSZone? = nil) -> Any { copied(as: AVAudioMixInputParameters()) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    copied(as: AVMutableAudioMixInputParameters())
  }

  fileprivate func copied(as copy: AVAudioMixInputParameters) -> AVAudioMixInputParameters {
    (copy.volume, copy.id, copy.algorithm, copy.tap) = (volume, id, algorithm, tap)
    return copy
  }
}

/// The volume of a track over time, which can be changed.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Creates parameters of a track.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  public override var trackID: CMPersistentTrackID {
    get { id }
    set { id = newValue }
  }
  /// How a change of speed affects the pitch; `nil` is the export's or the player's.
  public override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { algorithm }
    set { algorithm = newValue }
  }
  /// Sees and changes the sound of the track, before its volume.
  public override var audioTapProcessor: MTAudioProcessingTap? {
    get { tap }
    set { tap = newValue }
  }

  /// Sets the volume from a time on; 1 is unchanged, more amplifies.
  public func setVolume(_ volume: Float, at time: CMTime) {
    self.volume.set(Double(max(0, volume)), at: time)
  }

  /// Changes the volume linearly over a range; ramps must not overlap.
  public func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
  ) {
    volume.ramp(
      from: Double(max(0, startVolume)), to: Double(max(0, endVolume)), over: timeRange)
  }
}
