import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayGraph
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Synchronization

/// Encodes runs of frames so that they can be joined with packets of sources: each starts with an
/// IDR picture, and refers to nothing before it.
struct SpanEncoder: Sendable {
  /// The codec of the film.
  let coding: VideoCoding
  /// The caps of the frames.
  let input: String
  /// The element that encodes.
  let encoder: VideoEncoder
  private let size: (width: Int, height: Int)
  private let framesPerSecond: Double

  /// The rate factor of the first attempt, and by how much later ones are finer.
  static let rateFactor = 12
  private static let finer = 4
  /// The lowest signal-to-noise ratio of a frame in dB.
  static let goodEnough = 40.0
  /// The number of frames that wait to be compared: more than an encoder and a decoder hold back.
  private static let room = 64
  /// The number of attempts.
  private static let attempts = 3

  /// Chooses an encoder for a format.
  ///
  /// - Throws: ``ExportError`` if none is installed that encodes it.
  init(_ format: CodedFormat, frameDuration: MediaTime) throws(ExportError) {
    coding = format.coding
    let wanted = format.coding == .avc ? "x264enc" : "x265enc"
    guard let encoder = VideoEncoder.all.first(where: { $0.factory == wanted }), encoder.isInstalled
    else {
      throw ExportError(
        .missingElement, "joining \(format.coding.rawValue) needs the encoder \(wanted)")
    }
    guard let name = format.memoryFormat else {
      throw ExportError(
        .incompatible,
        "\(format.lumaDepth) bits and chroma format \(format.chroma) are not encoded")
    }
    self.encoder = encoder
    size = (format.width, format.height)
    let rate = MediaTime(1) / frameDuration
    framesPerSecond = rate.seconds
    input =
      "video/x-raw,format=\(name),width=\(format.width),height=\(format.height),"
      + "framerate=\(rate.numerator)/\(rate.denominator),pixel-aspect-ratio=1/1,"
      + "interlace-mode=progressive"
  }

  /// The packets of a run of frames.
  struct Result: Sendable {
    /// The units of each packet, in order of the frames.
    var packets: [[NALUnit]] = []
    /// Whether each packet is a key frame.
    var isKey: [Bool] = []
    /// The parameter sets.
    var configuration: StreamConfiguration?
    /// The lowest signal-to-noise ratio in dB.
    var quality = Double.infinity
  }

  private struct State {
    var result = Result()
    /// Frames whose decoded form has not been compared, by their numbers.
    var waiting: [Int64: MediaSample] = [:]
    var decodedCount: Int64 = 0
    var fault: String?
  }

  /// Encodes frames, and again with finer quantizers if they are not good enough.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - frames: Gives the frames in order; called for each attempt.
  /// - Returns: The packets of the best attempt.
  /// - Throws: ``ExportError``, or the error of `frames`.
  func encode(
    count: Int64,
    frames:
      @escaping @Sendable (_ take: @escaping FramePipeline.Take) async throws
      -> Void
  ) async throws -> Result {
    var result = Result(), factor = Self.rateFactor
    for attempt in 1...Self.attempts {
      result = try await encode(count: count, factor: factor, frames: frames)
      if result.quality >= Self.goodEnough || attempt == Self.attempts { break }
      factor -= Self.finer
    }
    return result
  }

  private func encode(
    count: Int64, factor: Int,
    frames:
      @escaping @Sendable (_ take: @escaping FramePipeline.Take) async throws
      -> Void
  ) async throws -> Result {
    let state = SpanState(State())
    let (coding, input) = (coding, input)
    try await FramePipeline(graph: graph(factor: factor)).run(to: [
      (.output, { sample in state.value.withLock { Self.add(sample, coding, to: &$0) } }),
      (.decoded, { sample in state.value.withLock { Self.compare(sample, in: &$0) } }),
    ]) { push in
      let number = Counter()
      try await frames { sample in
        let index = number.next()
        while state.value.withLock({ $0.waiting.count }) > Self.room {
          try await Task.sleep(for: .milliseconds(2))
        }
        state.value.withLock { $0.waiting[index] = sample }
        try await push(
          FedBuffer(
            sample, caps: input, start: index * FramePipeline.unit, duration: FramePipeline.unit))
      }
    }
    return try state.value.withLock { state throws(ExportError) in
      if let fault = state.fault { throw ExportError(.failed, fault) }
      guard Int64(state.result.packets.count) == count, state.decodedCount == count,
        state.result.isKey.first == true
      else {
        throw ExportError(
          .failed,
          "the encoder made \(state.result.packets.count) packets and "
            + "\(state.decodedCount) decodable frames of \(count)")
      }
      return state.result
    }
  }

  private static func add(_ sample: MediaSample, _ coding: VideoCoding, to state: inout State) {
    if state.result.configuration == nil {
      state.result.configuration = StreamConfiguration(sample.configurationRecord, coding)
    }
    guard let lengthSize = state.result.configuration?.lengthSize,
      let units = NALUnit.units(in: sample.bytes, lengthSize: lengthSize),
      FramePipeline.number(of: sample) == Int64(state.result.packets.count)
    else {
      state.fault = state.fault ?? "a packet of the encoder cannot be parsed, or is out of order"
      return
    }
    state.result.packets.append(units.withoutMessages(coding))
    state.result.isKey.append(sample.isKey)
  }

  private static func compare(_ sample: MediaSample, in state: inout State) {
    let number = FramePipeline.number(of: sample)
    guard let frame = state.waiting.removeValue(forKey: number),
      let ratio = sample.signalToNoise(against: frame)
    else {
      state.fault = state.fault ?? "the decoder shows a frame \(number) that was not encoded"
      return
    }
    state.result.quality = min(state.result.quality, ratio)
    state.decodedCount += 1
  }

  private func task(factor: Int) -> VideoTask {
    var task = VideoTask(
      width: size.width, height: size.height, framesPerSecond: framesPerSecond, quality: 1,
      keyFrameInterval: max(1, Int((2 * framesPerSecond).rounded())), hasFixedKeyFrames: true,
      speed: .fast, isJoined: true, reordersFrames: false)
    task.quantizer = factor
    return task
  }

  private func graph(factor: Int) throws(ExportError) -> PipelineGraph {
    var graph = PipelineGraph()
    var port = graph.add("appsrc", name: "frames", role: .input(0), [.init("format", "time")])
    for stage in encoder.encoding(task(factor: factor)).stages {
      port = graph.link(port, graph.add(stage.factory, name: stage.factory, stage.properties))
    }
    let caps = coding.packetCaps
    port = graph.link(port.restricted(to: caps), graph.add("tee", name: "fork"))
    graph.link(
      graph.link(port, graph.add("queue", name: "packets-waiting", Self.unlimited)),
      graph.addSampleSink(.output, name: "packets"))
    let decoder = try PacketDecoder(caps: caps).stage
    let waiting = graph.link(port, graph.add("queue", name: "decoding-waiting", Self.unlimited))
    let decoded = graph.link(
      waiting, graph.add(decoder.factory, name: "decoder", decoder.properties))
    graph.link(
      decoded.restricted(to: "video/x-raw"), graph.addSampleSink(.decoded, name: "decoded"))
    return graph
  }

  /// Neither of both sinks may stop the other.
  private static let unlimited: [PipelineGraph.Property] = [
    .init("max-size-buffers", 0), .init("max-size-bytes", 0), .init("max-size-time", 0),
  ]
}

/// State that several tasks change.
private final class SpanState<Value>: Sendable {
  let value: Mutex<Value>

  init(_ value: sending Value) { self.value = Mutex(value) }
}

/// Counts from 0.
private final class Counter: Sendable {
  private let count = Atomic<Int64>(0)

  func next() -> Int64 { count.add(1, ordering: .relaxed).oldValue }
}

extension PipelineGraph.Role {
  /// A sink in memory for frames of a decoder.
  fileprivate static let decoded = PipelineGraph.Role(rawValue: "decoded")
}

extension VideoCoding {
  /// The media type of packets.
  var mediaType: String { self == .avc ? "video/x-h264" : "video/x-h265" }

  /// The caps of packets with lengths, and with parameter sets in the caps alone.
  var packetCaps: String {
    "\(mediaType),stream-format=\(self == .avc ? "avc" : "hvc1"),alignment=au"
  }
}

extension CodedFormat {
  /// GStreamer's name of the frames in memory; `nil` if decoders do not produce any.
  var memoryFormat: String? {
    let layouts = [1: ("I420", "I420"), 2: ("Y42B", "I422"), 3: ("Y444", "Y444")]
    guard lumaDepth == chromaDepth, let layout = layouts[chroma] else { return nil }
    switch lumaDepth {
    case 8: return layout.0
    case 10: return layout.1 + "_10LE"
    default: return nil
    }
  }
}

extension SpanEncoder {
  /// The parameter sets of all spans.
  ///
  /// - Throws: ``ExportError`` if the encoder fails.
  func configuration() async throws -> StreamConfiguration {
    let state = SpanState<StreamConfiguration?>(nil)
    var graph = PipelineGraph()
    let test = graph.add("videotestsrc", name: "test", [.init("num-buffers", 2)])
    var port = graph.link(test.restricted(to: input), graph.add("identity", name: "frames"))
    for stage in encoder.encoding(task(factor: Self.rateFactor)).stages {
      port = graph.link(port, graph.add(stage.factory, name: stage.factory, stage.properties))
    }
    graph.link(
      port.restricted(to: coding.packetCaps), graph.addSampleSink(.output, name: "packets"))
    let coding = coding
    try await FramePipeline(graph: graph).run(to: [
      (
        .output,
        { sample in
          state.value.withLock { found in
            if found == nil { found = StreamConfiguration(sample.configurationRecord, coding) }
          }
        }
      )
    ])
    guard let found = state.value.withLock({ $0 }) else {
      throw ExportError(.failed, "the encoder states no parameter sets")
    }
    return found
  }
}
