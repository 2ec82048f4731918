package import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
package import CutawayGraph

/// A packet of the film.
struct FilmPacket: Sendable {
  var units: [NALUnit]
  /// The number of its frame in the film.
  var frame: Int64
  var isKey: Bool
  /// Whether it differs from the packet of its source by more than parameter sets.
  var isChanged = true
  /// Whether metadata of Dolby Vision are left out.
  var losesLight = false

  var bytes: [UInt8] { NALUnit.packet(of: units) }
}

/// Makes packets of the film from those of sources and of the encoder.
struct SmartPackets: Sendable {
  /// The parameter sets of all streams.
  let configuration: JoinedConfiguration
  /// The caps of the packets.
  let caps: String
  private let coding: VideoCoding
  private let numberings: [SmartPlan.Source: StreamNumbering]
  private let sets: [SmartPlan.Source: [NALUnit]]
  private let known: [SmartPlan.Source: Set<NALUnit>]
  private let ownNumbering: StreamNumbering
  private let ownSets: [NALUnit]
  /// The parameter sets of the source that keeps its IDs.
  let leading: StreamConfiguration
  /// The parameter sets of the encoder, in the form of the film.
  let own: StreamConfiguration

  /// Gives all streams IDs of their own.
  ///
  /// - Parameters:
  ///   - leader: The source that keeps its IDs.
  ///   - sources: All sources that are copied.
  ///   - own: The parameter sets of the encoder, in the form of the film.
  ///   - frameRate: Frames per second in GStreamer's notation.
  ///   - fields: The properties of the packets' caps besides these.
  /// - Throws: `SmartFailure` if a source does not fit; `ContainerError`.
  init(
    leader: SourceStream, sources: [SourceStream], own: StreamConfiguration, frameRate: String,
    fields: [String: String]
  ) throws {
    guard let first = leader.configuration else {
      throw SmartFailure(leader.source, "it has no parameter sets")
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
    configuration = joined
    let record = try joined.record().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    caps =
      "\(coding.packetCaps),framerate=(fraction)\(frameRate),"
      + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)," }.joined()
      + "codec_data=(buffer)\(record)"
  }

  /// A packet of a source.
  ///
  /// - Parameters:
  ///   - sample: The packet.
  ///   - index: Its index in decode order.
  ///   - stream: The source.
  ///   - frame: The number of its frame in the film.
  ///   - isFirst: Whether the copy starts with it.
  ///   - numbersPicture: Whether its IDR picture gets the number of its frame.
  /// - Returns: The packet.
  /// - Throws: `SmartFailure` if it cannot be parsed.
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
    do throws(ContainerError) {
      units = try numbering.apply(to: units, pictureID: numbersPicture ? Int(frame) : nil)
    } catch {
      throw SmartFailure(source, "packet \(index): \(error.message)")
    }
    if isFirst, kind == .openStart { units = NALUnit.brokenLinks(in: units) }
    if let fault = SmartFault.current { units = fault.change(source, index, units) }
    let isKey = kind == .start || kind == .openStart
    let isChanged = units != original
    if isKey { units = inBand(sets[source] ?? []) + units }
    return FilmPacket(
      units: units, frame: frame, isKey: isKey, isChanged: isChanged, losesLight: losesLight)
  }

  /// A packet of the encoder.
  ///
  /// IDR pictures directly after each other need different numbers. Those of their frames differ.
  ///
  /// - Throws: `ContainerError` if it cannot be parsed.
  func encoded(
    _ units: [NALUnit], frame: Int64, isKey: Bool
  ) throws -> FilmPacket {
    let changed = try ownNumbering.apply(to: units, pictureID: Int(frame))
    return FilmPacket(
      units: (isKey ? inBand(ownSets) : []) + changed, frame: frame, isKey: isKey)
  }

  /// The parameter sets that a key frame repeats: those of HEVC, without which Firefox shows nothing
  /// after a change of sets.
  private func inBand(_ sets: [NALUnit]) -> [NALUnit] { coding == .hevc ? sets : [] }
}

/// A fault that tests inject, to show that proofs find it.
package struct SmartFault: Sendable {
  /// Changes the units of a copied packet: its source, its index in decode order, and its units.
  package let change: @Sendable (SmartPlan.Source, Int, [NALUnit]) -> [NALUnit]

  /// The fault of the exports of a task; `nil` is none.
  @TaskLocal package static var current: SmartFault?

  /// Creates a fault.
  package init(_ change: @escaping @Sendable (SmartPlan.Source, Int, [NALUnit]) -> [NALUnit]) {
    self.change = change
  }
}
