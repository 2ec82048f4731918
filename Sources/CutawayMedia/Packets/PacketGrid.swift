import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge

/// Replaces the time stamps of sound packets that a container rounded to milliseconds by exact
/// ones.
///
/// A millisecond is 48 samples at 48 kHz, and a seek would be as inaccurate. But the packets of a
/// stream are contiguous, and their durations are known. The exact time is the one nearest to the
/// time stamp on a grid that starts at the first packet.
///
/// A stream whose packets vary in duration, are shorter than 2.2 ms, or have gaps keeps the time
/// stamps of its container.
final class PacketGrid: @unchecked Sendable {
  // Only the thread that streams through the pad uses these.
  private let spacing: Spacing
  private let rate: Int64
  /// The grid, once the first packet has arrived.
  private var grid: Grid?
  /// Whether a time stamp was too far from the grid.
  private var isUneven = false

  private enum Spacing {
    /// All packets have the duration of the first; `lead` samples of the first one are dropped.
    case packets(lead: Int64, length: (Buffer) -> Int64?)
    /// Packet durations are multiples of a unit, from a time stamp on, in nanoseconds.
    case units(of: Int64, from: Int64)
  }

  private struct Grid {
    /// The start of the first packet in nanoseconds.
    var start: Int64
    /// The time stamp of the packet with index 0, if negative ones were possible.
    var base: Int64
    var step: Int64
    var lead: Int64
  }

  /// The maximum error of two time stamps in milliseconds, that of the packet and of the first one,
  /// in nanoseconds.
  private static let slack: Int64 = 1_600_000

  private init(_ spacing: Spacing, rate: Int64) {
    self.spacing = spacing
    self.rate = rate
  }

  /// Starts to replace time stamps on a pad of a demuxer that counts in milliseconds.
  ///
  /// - Parameters:
  ///   - pad: The pad that delivers encoded sound, from the start of the stream on.
  ///   - caps: The caps of the sound.
  ///   - request: The requested output.
  /// - Returns: The time of the first sample in nanoseconds, if it differs from the first time
  ///   stamp.
  @discardableResult
  static func watch(
    _ pad: UnsafeMutablePointer<GstPad>, caps: Caps, for request: MediaReader.Request
  ) -> Int64? {
    guard let grid = PacketGrid(caps, request) else { return nil }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, grid in
        Unmanaged<PacketGrid>.fromOpaque(grid!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(grid).toOpaque(),
      { Unmanaged<PacketGrid>.fromOpaque($0!).release() })
    if case .units(_, let start) = grid.spacing { return start }
    return nil
  }

  /// Creates a grid; `nil` if the durations of packets are unknown.
  private convenience init?(_ caps: Caps, _ request: MediaReader.Request) {
    guard let fields = gst_caps_get_structure(caps, 0), let name = gst_structure_get_name(fields)
    else { return nil }
    var rate: Int32 = 0
    gst_structure_get_int(fields, "rate", &rate)
    switch String(cString: name) {
    case "audio/x-opus":
      let header = firstHeader(of: fields)
      let lead = header.count > 11 ? Int64(header[10]) | Int64(header[11]) << 8 : 0
      self.init(.packets(lead: lead, length: opusLength), rate: 48_000)
    case "audio/x-vorbis":
      // With two block sizes, a packet contains a quarter of its own block and a quarter of the
      // previous one (Vorbis I, 1.3.2). The first packet has no samples, whatever its time stamp.
      let header = firstHeader(of: fields)
      guard header.count > 28, rate > 0 else { return nil }
      let unit = Int64(1) << Int64(header[28] & 15) / 4
      guard unit * 1_000_000_000 / Int64(rate) > 1_050_000,
        let path = localPath(request.location),
        let blocks = MatroskaBlockTimes(path: path, trackIndex: request.trackIndex, count: 2)
      else { return nil }
      self.init(
        .units(of: unit, from: max(0, believable(blocks.times[1]))), rate: Int64(rate))
    case "audio/x-flac":
      // The mapping to Ogg, 13 bytes, precedes the stream's header, whose blocks have one size if the
      // minimum equals the maximum (RFC 9639, 8.2 and 10.1). Packets of headers come before the first
      // one of sound, so that its time is read from the file.
      let header = firstHeader(of: fields)
      guard header.count > 20, header[17..<19] == header[19..<21], rate > 0,
        let path = localPath(request.location),
        let blocks = MatroskaBlockTimes(path: path, trackIndex: request.trackIndex, count: 1)
      else { return nil }
      let size = Int64(header[17]) << 8 | Int64(header[18])
      guard size * 1_000_000_000 / Int64(rate) > 2_200_000 else { return nil }
      self.init(
        .units(of: size, from: max(0, believable(blocks.times[0]))), rate: Int64(rate))
    case "audio/mpeg" where !codecData(of: fields).isEmpty:
      guard let (length, rate) = aacPacket(codecData(of: fields)) else { return nil }
      self.init(.packets(lead: 0, length: { _ in length }), rate: rate)
    case "audio/x-raw":
      var info = GstAudioInfo()
      guard gst_audio_info_from_caps(&info, caps) != 0, info.bpf > 0 else { return nil }
      let frameSize = Int64(info.bpf)
      self.init(
        .packets(lead: 0, length: { Int64(gst_buffer_get_size($0)) / frameSize }),
        rate: Int64(info.rate))
    default:
      // Parsers know the durations of their packets.
      guard rate > 0 else { return nil }
      let rate = Int64(rate)
      self.init(
        .packets(
          lead: 0,
          length: { buffer in
            let duration = gst_swift_duration(buffer)
            guard duration != gst_swift_unknown_time(), duration < 1_000_000_000 else { return nil }
            return (Int64(duration) * rate + 500_000_000) / 1_000_000_000
          }), rate: rate)
    }
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard !isUneven, let buffer = gst_swift_probe_buffer(info) else { return }
    let stamp = gst_swift_pts(buffer)
    guard stamp != gst_swift_unknown_time(),
      let exact = exactTime(of: buffer, believable(Int64(clamping: stamp)))
    else { return }
    let own = gst_swift_buffer_make_writable(buffer)
    gst_swift_set_times(own, GstClockTime(exact), gst_swift_duration(own))
    gst_swift_probe_set_buffer(info, own)
  }

  private func exactTime(of buffer: Buffer, _ stamp: Int64) -> Int64? {
    switch spacing {
    case .units(let unit, let start):
      let index = max(0, nearest(stamp - start, in: unit))
      return checked(start + nanoseconds(index * unit), against: max(stamp, start))
    case .packets(let lead, let length):
      guard let grid else {
        // Shorter packets would be indistinguishable.
        guard let step = length(buffer), nanoseconds(step) > 2_200_000 else {
          isUneven = true
          return nil
        }
        // matroskademux subtracts the codec delay, and replaces negative results by 0.
        let base = lead > 0 && stamp == 0 ? -nanoseconds(lead) : stamp
        grid = Grid(start: stamp, base: base, step: step, lead: lead)
        return nil
      }
      let index = nearest(stamp - grid.base, in: grid.step)
      guard index > 0 else { return nil }
      let exact = grid.start + nanoseconds(index * grid.step - grid.lead)
      let usual = grid.base + nanoseconds(index * grid.step)
      return checked(usual, against: stamp).map { _ in exact }
    }
  }

  /// A time on the grid; `nil`, from then on, if the time stamp is too far from it.
  private func checked(_ time: Int64, against stamp: Int64) -> Int64? {
    isUneven = abs(time - stamp) > Self.slack
    return isUneven ? nil : time
  }

  /// The number of steps nearest to a time in nanoseconds.
  private func nearest(_ time: Int64, in step: Int64) -> Int64 {
    let samples: Double = Double(time) * Double(rate)
    return Int64((samples / (1e9 * Double(step))).rounded())
  }

  private func nanoseconds(_ samples: Int64) -> Int64 {
    let (whole, rest) = samples.quotientAndRemainder(dividingBy: rate)
    return whole * 1_000_000_000 + (rest * 1_000_000_000 + rate / 2) / rate
  }
}

/// The number of samples at 48 kHz in an Opus packet (RFC 6716, 3.1 and 3.2).
private func opusLength(_ buffer: Buffer) -> Int64? {
  var head: (UInt8, UInt8) = (0, 0)
  let count = withUnsafeMutableBytes(of: &head) {
    gst_buffer_extract(buffer, 0, $0.baseAddress, 2)
  }
  guard count > 0 else { return nil }
  let configuration = Int(head.0 >> 3)
  let frame: Int64 =
    switch configuration {
    case 0..<12: [480, 960, 1_920, 2_880][configuration % 4]
    case 12..<16: [480, 960][configuration % 2]
    default: [120, 240, 480, 960][configuration % 4]
    }
  switch head.0 & 3 {
  case 0: return frame
  case 1, 2: return 2 * frame
  default: return count > 1 ? frame * Int64(head.1 & 63) : nil
  }
}

/// The number of samples in an AAC packet, and their rate (ISO/IEC 14496-3, 1.6.2.1 and 4.4.1).
private func aacPacket(_ setup: [UInt8]) -> (length: Int64, rate: Int64)? {
  guard setup.count >= 2 else { return nil }
  let bits =
    setup.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    << UInt64(8 * (8 - min(8, setup.count)))
  func field(_ start: Int, _ length: Int) -> UInt64 {
    (bits << UInt64(start)) >> UInt64(64 - length)
  }
  let rates: [Int64] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
  let index = Int(field(5, 4))
  // Escape codes are for types and rates that no encoder writes.
  guard field(0, 5) != 31, rates.indices.contains(index) else { return nil }
  // Explicit SBR states the rate of its extension and the type of the core codec.
  let isExtended = [5, 29].contains(field(0, 5))
  guard !isExtended || field(13, 4) != 15 else { return nil }
  let isShort = field(isExtended ? 22 : 13, 1) == 1
  return (isShort ? 960 : 1_024, rates[index])
}
