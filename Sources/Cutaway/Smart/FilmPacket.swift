package import CutawayContainers
import CutawayElementBridge
package import CutawayTranslation

/// A packet of the film.
struct FilmPacket: Sendable {
  var bytes: [UInt8]
  /// The number of its frame in the film.
  var frame: Int64
  var isKey: Bool
  /// Whether it differs from the packet of its source by more than parameter sets.
  var isChanged = true
  /// Whether metadata of Dolby Vision are left out.
  var losesLight = false
}

/// Makes packets of the film from those of sources and of the encoder.
protocol FilmPackets: Sendable {
  /// The caps of the packets.
  var caps: String { get }

  /// A packet of a source.
  ///
  /// - Parameters:
  ///   - sample: The packet.
  ///   - index: Its index in decode order.
  ///   - stream: The source.
  ///   - frame: The number of its frame in the film.
  ///   - isFirst: Whether the copy starts with it.
  ///   - numbersPicture: Whether its picture gets the number of its frame, because the packet before
  ///     is a key frame, too.
  /// - Returns: The packet.
  /// - Throws: `SmartFailure` if it cannot be parsed.
  func copy(
    _ sample: MediaSample, index: Int, of stream: SourceStream, frame: Int64, isFirst: Bool,
    numbersPicture: Bool
  ) throws -> FilmPacket

  /// A packet of the encoder.
  ///
  /// - Throws: `SmartFailure` or `ContainerError` if it cannot be parsed.
  func encoded(_ sample: MediaSample, frame: Int64) throws -> FilmPacket

  /// Whether a packet is of the stream that the encoder has announced.
  func continues(with sample: MediaSample) throws -> Bool
}

/// A fault that tests inject, to show that proofs find it.
package struct SmartFault: Sendable {
  /// Changes a copied packet: its source, its index in decode order, and its units; other packets than
  /// those of units are one unit.
  package let change: @Sendable (SmartPlan.Source, Int, [NALUnit]) -> [NALUnit]

  /// The fault of the exports of a task; `nil` is none.
  @TaskLocal package static var current: SmartFault?

  /// Creates a fault.
  package init(_ change: @escaping @Sendable (SmartPlan.Source, Int, [NALUnit]) -> [NALUnit]) {
    self.change = change
  }
}
