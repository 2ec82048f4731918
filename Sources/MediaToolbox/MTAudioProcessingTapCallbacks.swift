public import CoreMedia

/// Options of `MTAudioProcessingTapCreate`.
public typealias MTAudioProcessingTapCreationFlags = UInt32
/// The tap gets the sound before the volume of the mix.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1
/// The tap gets the sound after the volume of the mix.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 2

/// What is known about a block of sound.
public typealias MTAudioProcessingTapFlags = UInt32
/// The block is the first one.
public let kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags = 1 << 8
/// The block is the last one.
public let kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags = 1 << 9

/// The version of ``MTAudioProcessingTapCallbacks``.
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// Sets up a tap; the last argument takes the tap's storage.
public typealias MTAudioProcessingTapInitCallback = (
  MTAudioProcessingTap, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Void
/// Releases what the tap has.
public typealias MTAudioProcessingTapFinalizeCallback = (MTAudioProcessingTap) -> Void
/// States the most frames of a block and the format of the sound.
public typealias MTAudioProcessingTapPrepareCallback = (
  MTAudioProcessingTap, CMItemCount, UnsafePointer<AudioStreamBasicDescription>
) -> Void
/// Ends the work that the prepare callback began.
public typealias MTAudioProcessingTapUnprepareCallback = (MTAudioProcessingTap) -> Void
/// Fills buffers with frames: the number of frames, flags, the buffers, and for the results the number of
/// frames and flags.
public typealias MTAudioProcessingTapProcessCallback = (
  MTAudioProcessingTap, CMItemCount, MTAudioProcessingTapFlags,
  UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<CMItemCount>,
  UnsafeMutablePointer<MTAudioProcessingTapFlags>
) -> Void

/// The functions of a tap.
@safe
public struct MTAudioProcessingTapCallbacks {
  /// ``kMTAudioProcessingTapCallbacksVersion_0``.
  public var version: Int32
  /// What the init callback gets.
  public var clientInfo: UnsafeMutableRawPointer?
  /// Called once, by `MTAudioProcessingTapCreate`.
  public var `init`: MTAudioProcessingTapInitCallback?
  /// Called once, when nobody has the tap any more.
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  /// Called before the first block, and when the format changes.
  public var prepare: MTAudioProcessingTapPrepareCallback?
  /// Called after the last block, and before the format changes.
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  /// Called for each block.
  public var process: MTAudioProcessingTapProcessCallback

  /// Creates callbacks.
  public init(
    version: Int32, clientInfo: UnsafeMutableRawPointer?,
    init: MTAudioProcessingTapInitCallback?, finalize: MTAudioProcessingTapFinalizeCallback?,
    prepare: MTAudioProcessingTapPrepareCallback?,
    unprepare: MTAudioProcessingTapUnprepareCallback?,
    process: @escaping MTAudioProcessingTapProcessCallback
  ) {
    (self.version, self.finalize) = (version, finalize)
    unsafe self.clientInfo = clientInfo
    unsafe self.`init` = `init`
    unsafe self.prepare = prepare
    self.unprepare = unprepare
    unsafe self.process = process
  }
}
