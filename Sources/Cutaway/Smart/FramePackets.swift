import CutawayContainers
import CutawayElementBridge
import CutawayMedia
import CutawayTranslation

/// Packets of a film whose frames describe themselves: those of sources as they are, and those of the
/// encoder with the labels of the sources.
struct FramePackets: FilmPackets {
  let caps: String
  private let header: FrameHeader
  private let coding: FrameCoding

  /// Describes a film.
  ///
  /// - Parameters:
  ///   - header: The header of the independent frames of the leading source.
  ///   - coding: The coding.
  ///   - sample: A packet of the encoder.
  ///   - frameRate: Frames per second in GStreamer's notation.
  ///   - fields: The properties of the packets' caps besides these.
  /// - Throws: `SmartFailure` if the encoder does not fit.
  init(
    _ header: FrameHeader, _ coding: FrameCoding, encoder sample: MediaSample, frameRate: String,
    fields: [String: String]
  ) throws(SmartFailure) {
    (self.header, self.coding) = (header, coding)
    caps =
      "\(PictureCoding.frames(coding).packetCaps),framerate=(fraction)\(frameRate)"
      + fields.sorted { $0.key < $1.key }.map { ",\($0.key)=\($0.value)" }.joined()
    guard continues(with: sample) else {
      throw SmartFailure("the encoder cannot encode the format of the film")
    }
  }

  func copy(
    _ sample: MediaSample, index: Int, of stream: SourceStream, frame: Int64, isFirst: Bool,
    numbersPicture: Bool
  ) throws -> FilmPacket {
    // Labels may differ between sources that the plan takes for one format.
    let kind = stream.form?.kind(of: sample)
    guard kind == stream.table.packets[index].kind else {
      throw SmartFailure(stream.source, "packet \(index) cannot be parsed")
    }
    let bytes = sample.bytes, isKey = kind == .start
    guard let fault = SmartFault.current else {
      return FilmPacket(bytes: bytes, frame: frame, isKey: isKey, isChanged: false)
    }
    let changed = fault.change(stream.source, index, [NALUnit(bytes)]).flatMap(\.bytes)
    return FilmPacket(bytes: changed, frame: frame, isKey: isKey, isChanged: changed != bytes)
  }

  func encoded(_ sample: MediaSample, frame: Int64) -> FilmPacket {
    FilmPacket(
      bytes: header.labelling(sample.bytes, coding), frame: frame,
      isKey: sample.frameHeader(coding) != nil)
  }

  func continues(with sample: MediaSample) -> Bool {
    sample.frameHeader(coding).map { header.hasPicture(of: $0) } == true
  }
}
