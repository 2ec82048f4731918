import CCutawayGStreamer
import CutawayContainers
package import CutawayElementBridge
import CutawayQuirks
import Glibc

extension MediaSample {
  /// The sound packets of an MP4 file before this one, the first that a demuxer delivers.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - trackIndex: The index among its audio tracks.
  /// - Returns: The packets in order of time; none if the file is not MP4.
  package func soundBefore(in location: String, trackIndex: Int) -> [MediaSample] {
    sound(in: location, trackIndex, until: start) { $0.start + $0.duration / 2 < start }
  }

  /// The sound packets of an MP4 file after this one, the last that a demuxer delivers.
  package func soundAfter(in location: String, trackIndex: Int) -> [MediaSample] {
    // Demuxers may deliver several samples of raw sound in one packet.
    let end = start + (duration ?? 0)
    return sound(in: location, trackIndex, until: .max) { $0.start + $0.duration / 2 > end }
  }

  private func sound(
    in location: String, _ trackIndex: Int, until limit: Int64,
    where isWanted: (MovieSound.Packet) -> Bool
  ) -> [MediaSample] {
    // Raw sound has a sample for each moment, and qtdemux leaves none out.
    guard Quirk.movieSound.applies, caps?.kind != "audio/x-raw", let path = localPath(location)
    else { return [] }
    let packets = MovieSound(path: path, trackIndex: trackIndex, until: limit).packets
      .filter(isWanted)
    guard !packets.isEmpty, let file = fopen(path, "rbe") else { return [] }
    defer { fclose(file) }
    return packets.compactMap { sample(of: $0, in: file) }
  }

  private func sample(
    of packet: MovieSound.Packet, in file: UnsafeMutablePointer<FILE>
  ) -> MediaSample? {
    guard let buffer = packet.read(from: file) else { return nil }
    defer { gst_swift_buffer_unref(buffer) }
    gst_swift_set_times(buffer, 0, GstClockTime(packet.duration))
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    guard let sample = gst_sample_new(buffer, caps, &segment, nil) else { return nil }
    return MediaSample(taking: sample, origin: .stamp(-packet.start))
  }
}

extension MovieSound.Packet {
  /// Reads the packet's bytes into a buffer that the caller owns.
  func read(from file: UnsafeMutablePointer<FILE>) -> Buffer? {
    guard size > 0, size < 1 << 20, let buffer = gst_buffer_new_allocate(nil, gsize(size), nil)
    else { return nil }
    var map = GstMapInfo()
    guard fseek(file, offset, SEEK_SET) == 0, gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0
    else {
      gst_swift_buffer_unref(buffer)
      return nil
    }
    let count = fread(map.data, 1, size, file)
    gst_buffer_unmap(buffer, &map)
    if count == size { return buffer }
    gst_swift_buffer_unref(buffer)
    return nil
  }
}
