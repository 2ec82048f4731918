import CutawayContainers
import CutawayElementBridge
import CutawayGraph
import CutawayMedia

/// Packets of a film in ProRes: those of sources as they are, and those of the encoder with the labels
/// of the sources.
struct ProResPackets: FilmPackets {
  let caps: String
  private let header: ProResHeader

  /// Describes a film.
  ///
  /// - Parameters:
  ///   - header: The header of all frames of the leading source.
  ///   - profile: The profile of ProRes.
  ///   - frameRate: Frames per second in GStreamer's notation.
  ///   - fields: The properties of the packets' caps besides these.
  init(_ header: ProResHeader, profile: String, frameRate: String, fields: [String: String]) {
    self.header = header
    caps =
      "\(PictureCoding.proRes(profile: profile).packetCaps),framerate=(fraction)\(frameRate)"
      + fields.sorted { $0.key < $1.key }.map { ",\($0.key)=\($0.value)" }.joined()
  }

  func copy(
    _ sample: MediaSample, index: Int, of stream: SourceStream, frame: Int64, isFirst: Bool,
    numbersPicture: Bool
  ) throws -> FilmPacket {
    guard sample.proResHeader != nil else {
      throw SmartFailure(stream.source, "packet \(index) cannot be parsed")
    }
    let bytes = sample.bytes
    guard let fault = SmartFault.current else {
      return FilmPacket(bytes: bytes, frame: frame, isKey: true, isChanged: false)
    }
    let changed = fault.change(stream.source, index, [NALUnit(bytes)]).flatMap(\.bytes)
    return FilmPacket(bytes: changed, frame: frame, isKey: true, isChanged: changed != bytes)
  }

  func encoded(_ sample: MediaSample, frame: Int64) throws -> FilmPacket {
    FilmPacket(bytes: header.labelling(sample.bytes), frame: frame, isKey: true)
  }

  func continues(with sample: MediaSample) throws -> Bool {
    sample.proResHeader.map { header.hasPicture(of: $0) } == true
  }
}
