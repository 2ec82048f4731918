import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime
import CutawayTrack
import CutawayTranslation

/// A source's video track as packets.
struct SourceStream: Sendable {
  let source: SmartPlan.Source
  /// Order, times and kinds of the packets.
  var table: PacketTable
  /// How packets contain pictures; `nil` if the track cannot be copied.
  let form: StreamForm?
  /// The caps of the packets, as text and by fields.
  let caps: String
  let format: EncodedFormat
  /// The presentation times of packets in decode order, as the reader states them.
  let starts: [Int64]

  /// Reads all packets of a track, without keeping them.
  ///
  /// It blocks its thread.
  ///
  /// - Throws: `ElementError` if the file cannot be read.
  init(scanning source: SmartPlan.Source) throws(ElementError) {
    self.source = source
    let reader = MediaReader(
      .init(
        location: source.location, trackIndex: source.trackIndex, output: .packets(.video)),
      from: 0)
    defer { reader.close() }
    var packets: [PacketTable.Packet] = [], starts: [Int64] = []
    var form: StreamForm?
    var obstacle: String?, first: MediaSample?, last: MediaSample?
    while obstacle == nil, !Task.isCancelled, case .sample(let sample) = try reader.next() {
      defer { last = sample }
      if first == nil {
        first = sample
        form = StreamForm(sample)
        guard let form else {
          obstacle = "its codec is not \(PictureCoding.list("or")), or it is encrypted"
          break
        }
        if !form.isProgressive { obstacle = "it is interlaced" }
      }
      guard let form else { break }
      if let last, !sample.hasCaps(of: last),
        sample.configurationRecord != last.configurationRecord
      {
        obstacle = "its parameter sets change at \(sample.exactTime.text) s"
      }
      starts.append(sample.start)
      packets.append(PacketTable.Packet(time: sample.exactTime, kind: form.kind(of: sample)))
    }
    table = PacketTable(
      packets, format: form?.format, frameDuration: last?.frameDuration ?? .zero,
      obstacle: obstacle)
    self.form = form
    self.starts = starts
    caps = first?.capsText ?? ""
    format = first?.format ?? EncodedFormat(mediaType: "")
  }
}

/// Reads packets of a source by their indices in decode order.
actor PacketFetcher {
  private let stream: SourceStream
  private var reader: MediaReader?
  /// The index of the packet that the reader delivers next.
  private var next = 0
  /// The indices of packets by their times.
  private lazy var indices = Dictionary(
    stream.starts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// How many packets are read past instead of seeking.
  private static let reach = 300

  init(_ stream: SourceStream) { self.stream = stream }

  deinit { reader?.close() }

  /// Reads a packet; seeks are quick if it is a key frame.
  ///
  /// - Throws: ``ExportError`` if the file cannot be read, or has changed.
  func packet(_ index: Int) throws(ExportError) -> MediaSample {
    do throws(ElementError) {
      if reader == nil || !(next...next + Self.reach).contains(index) { try seek(to: index) }
      while let sample = try read() {
        guard stream.starts.indices.contains(next), sample.start == stream.starts[next] else {
          break
        }
        next += 1
        if next > index { return sample }
      }
    } catch {
      throw ExportError(source: stream.source.location, error.description)
    }
    throw ExportError(
      source: stream.source.location, "it has changed while it was copied, at packet \(index)")
  }

  private func read() throws(ElementError) -> MediaSample? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    guard case .sample(let sample)? = try reader?.next() else { return nil }
    return sample
  }

  /// The packet after a seek, which shows where the reader is.
  private var waiting: MediaSample?

  private func seek(to index: Int) throws(ElementError) {
    // A time is rounded, so that a seek to it could end before it.
    let time = stream.starts[index] + 1_000_000
    if let reader { reader.seek(to: time) } else { open(at: time) }
    waiting = nil
    if let sample = try read(), let place = indices[sample.start], place <= index {
      waiting = sample
      next = place
      return
    }
    open(at: 0)
    next = 0
  }

  private func open(at time: Int64) {
    reader?.close()
    let source = stream.source
    reader = MediaReader(
      .init(location: source.location, trackIndex: source.trackIndex, output: .packets(.video)),
      from: time)
  }
}
