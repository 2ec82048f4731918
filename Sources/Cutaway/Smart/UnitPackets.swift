import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayTranslation

/// Packets of a film in H.264 or HEVC: those of each source and of the encoder refer to parameter sets of
/// their own.
struct UnitPackets: FilmPackets {
  let caps: String
  private let coding: VideoCoding
  private let numberings: [SmartPlan.Source: StreamNumbering]
  private let sets: [SmartPlan.Source: [NALUnit]]
  private let known: [SmartPlan.Source: Set<NALUnit>]
  private let ownNumbering: StreamNumbering
  private let ownSets: [NALUnit]
  /// The parameter sets of the source that keeps its IDs.
  private let leading: StreamConfiguration
  /// The parameter sets of the encoder, in the form of the film.
  private let own: StreamConfiguration

  /// Gives all streams IDs of their own.
  ///
  /// - Parameters:
  ///   - leader: The source that keeps its IDs.
  ///   - sources: All sources that are copied.
  ///   - film: The format of the film.
  ///   - sample: A packet of the encoder.
  ///   - frameRate: Frames per second in GStreamer's notation.
  ///   - fields: The properties of the packets' caps besides these.
  /// - Throws: `SmartFailure` if a source or the encoder does not fit; `ContainerError`.
  init(
    leader: SourceStream, sources: [SourceStream], film: CodedFormat, encoder sample: MediaSample,
    frameRate: String, fields: [String: String]
  ) throws {
    guard let first = leader.configuration else {
      throw SmartFailure(leader.source, "it has no parameter sets")
    }
    guard let announced = StreamConfiguration(sample.configurationRecord, first.coding) else {
      throw SmartFailure("the encoder states no parameter sets")
    }
    let own = try announced.matching(first)
    var format = own.format
    // Encoders of HEVC choose another size of blocks than a source.
    format?.codedWidth = film.codedWidth
    format?.codedHeight = film.codedHeight
    if format != film {
      throw SmartFailure(
        "the encoder cannot encode the format of the film: "
          + (format.map { film.differences(from: $0) } ?? []).joined(separator: ", "))
    }
    coding = first.coding
    leading = first
    self.own = own
    var joined = try JoinedConfiguration(first)
    var numberings: [SmartPlan.Source: StreamNumbering] = [:]
    var sets: [SmartPlan.Source: [NALUnit]] = [:]
    var known: [SmartPlan.Source: Set<NALUnit>] = [:]
    for stream in [leader] + sources {
      guard let configuration = stream.configuration else { continue }
      do throws(ContainerError) {
        var numbers = try joined.add(configuration)
        numberings[stream.source] = numbers
        sets[stream.source] = try numbers.renumbered(configuration).sets
        known[stream.source] = Set(configuration.sets)
      } catch {
        throw SmartFailure(stream.source, error.message)
      }
    }
    ownNumbering = try joined.add(own)
    var numbers = ownNumbering
    ownSets = try numbers.renumbered(own).sets
    self.numberings = numberings
    self.sets = sets
    self.known = known
    let record = try joined.record().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    caps =
      "\(PictureCoding.units(coding).packetCaps),framerate=(fraction)\(frameRate),"
      + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)," }.joined()
      + "codec_data=(buffer)\(record)"
  }

  func copy(
    _ sample: MediaSample, index: Int, of stream: SourceStream, frame: Int64, isFirst: Bool,
    numbersPicture: Bool
  ) throws -> FilmPacket {
    let source = stream.source
    guard let configuration = stream.configuration, let numbering = numberings[source],
      var units = NALUnit.units(in: sample.bytes, lengthSize: configuration.lengthSize)
    else { throw SmartFailure(source, "packet \(index) cannot be parsed") }
    if let known = known[source],
      units.contains(where: { $0.isParameterSet(coding) && !known.contains($0) })
    {
      throw SmartFailure(source, "its parameter sets change at packet \(index)")
    }
    let kind = stream.table.packets[index].kind
    let losesLight = units.contains { $0.isLight(coding) }
    let original = units.filter { !$0.isParameterSet(coding) }
    if isFirst, kind == .openStart {
      units = NALUnit.brokenLinks(in: units, of: configuration)
    }
    do throws(ContainerError) {
      units = try numbering.apply(to: units, pictureID: numbersPicture ? Int(frame) : nil)
    } catch {
      throw SmartFailure(source, "packet \(index): \(error.message)")
    }
    if let fault = SmartFault.current { units = fault.change(source, index, units) }
    let isKey = kind == .start || kind == .openStart
    let isChanged = units != original
    if isKey { units = inBand(sets[source] ?? []) + units }
    return FilmPacket(
      bytes: NALUnit.packet(of: units), frame: frame, isKey: isKey, isChanged: isChanged,
      losesLight: losesLight)
  }

  /// A packet of the encoder.
  ///
  /// IDR pictures directly after each other need different numbers. Those of their frames differ.
  func encoded(_ sample: MediaSample, frame: Int64) throws -> FilmPacket {
    guard let units = NALUnit.units(in: sample.bytes, lengthSize: own.lengthSize) else {
      throw SmartFailure("a packet of the encoder cannot be parsed")
    }
    let changed = try ownNumbering.apply(
      to: units.withoutMessages(coding), pictureID: Int(frame))
    return FilmPacket(
      bytes: NALUnit.packet(of: (sample.isKey ? inBand(ownSets) : []) + changed), frame: frame,
      isKey: sample.isKey)
  }

  func continues(with sample: MediaSample) throws -> Bool {
    try StreamConfiguration(sample.configurationRecord, coding)?.matching(leading) == own
  }

  /// The parameter sets that a key frame repeats: those of HEVC, without which Firefox shows nothing
  /// after a change of sets.
  private func inBand(_ sets: [NALUnit]) -> [NALUnit] { coding == .hevc ? sets : [] }
}

extension SourceStream {
  /// The parameter sets; `nil` if packets have none.
  fileprivate var configuration: StreamConfiguration? {
    if case .units(let configuration)? = form { configuration } else { nil }
  }
}
