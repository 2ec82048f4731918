import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks
import CutawayTime

extension Quirk {
  /// wavparse computes times from the byte rate in the header, which ffmpeg states wrongly, and after a
  /// seek ADPCM in WAV is off by up to some hundred samples in any case.
  ///
  /// So such a file is read from its start, and its blocks tell the times.
  package static let adpcmSeek = Quirk(
    "ADPCM in WAV has the times of its byte rate, and others after a seek",
    versions: [.all],
    upstream: "4417183bae (1.26.2 and 1.28.0) corrects the byte rate, which does not suffice",
    test: "an in-point is sample-accurate compared with a render from the start")
}

extension ReaderPipeline {
  /// Whether data after a seek have wrong times.
  var driftsAfterSeeks: Bool { Quirk.adpcmSeek.applies && contains(anyOf: ["adpcmdec"]) }
}

/// Gives the ADPCM of a WAV file, read from its start, the times of its blocks.
final class BlockTimes: @unchecked Sendable {
  private let sound: BlockedSound
  // Only the thread that streams through the pad uses it.
  private var position = 0

  private init(_ sound: BlockedSound) { self.sound = sound }

  /// Watches the pad of wavparse; other sound has no blocks.
  ///
  /// - Returns: Whether the sound has blocks, so that the file must be read from its start.
  static func watch(_ pad: UnsafeMutablePointer<GstPad>, of location: String) -> Bool {
    guard Quirk.adpcmSeek.applies, let path = localPath(location),
      let sound = BlockedSound(path: path)
    else { return false }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, times in
        Unmanaged<BlockTimes>.fromOpaque(times!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(BlockTimes(sound)).toOpaque(),
      { Unmanaged<BlockTimes>.fromOpaque($0!).release() })
    return true
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard let buffer = gst_swift_probe_buffer(info) else { return }
    let start = time(at: position)
    position += Int(gst_buffer_get_size(buffer))
    let own = gst_swift_buffer_make_writable(buffer)
    gst_swift_set_times(own, GstClockTime(start), GstClockTime(time(at: position) - start))
    gst_swift_probe_set_buffer(info, own)
  }

  /// The time of the block at a position in bytes, in nanoseconds.
  private func time(at position: Int) -> Int64 {
    let samples = position / sound.blockSize * sound.blockLength
    return MediaTime(Int64(samples), over: Int64(sound.sampleRate)).nanoseconds
  }
}
