import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Synchronization

/// Encodes runs of frames so that they can be joined with packets of sources: each starts with a key
/// frame, and refers to nothing before it.
struct SpanEncoder: Sendable {
  /// The codec of the film.
  let coding: PictureCoding
  /// The caps of the frames.
  let input: String
  /// GStreamer's name of the frames in memory.
  let memoryFormat: String
  /// The element that encodes.
  let encoder: VideoEncoder
  private let size: (width: Int, height: Int)
  private let bitDepth: Int
  private let framesPerSecond: Double

  /// The constant quantizers of the attempts.
  ///
  /// A quantizer bounds the noise of each frame. A rate factor does not: the same one gives ratios that
  /// differ by 15 dB between sources.
  static let quantizers = [18, 14, 10]
  /// The lowest signal-to-noise ratio of a frame in dB.
  static let goodEnough = 40.0

  /// Chooses an encoder for a format.
  ///
  /// - Throws: ``ExportError`` if none is installed that encodes it.
  init(_ format: CodedFormat, frameDuration: MediaTime) throws(ExportError) {
    coding = format.coding
    let wanted = format.coding.traits.encoder
    guard let encoder = VideoEncoder.all.first(where: { $0.factory == wanted }), encoder.isInstalled
    else {
      throw ExportError(
        .missingElement, "joining \(format.coding.name) needs the encoder \(wanted)")
    }
    guard let name = format.memoryFormat else {
      throw ExportError(
        .incompatible,
        "\(format.lumaDepth) bits and chroma format \(format.chroma) are not encoded")
    }
    self.encoder = encoder
    memoryFormat = name
    size = (format.width, format.height)
    bitDepth = format.lumaDepth
    let rate = MediaTime(1) / frameDuration
    framesPerSecond = rate.seconds
    input =
      "video/x-raw,format=\(name),width=\(format.width),height=\(format.height),"
      + "framerate=\(rate.numerator)/\(rate.denominator),pixel-aspect-ratio=1/1,"
      + "interlace-mode=progressive"
  }

  private struct State {
    var first: MediaSample?
    var count: Int64 = 0
  }

  /// Encodes frames.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - quantizer: The constant quantizer.
  ///   - frames: Gives the frames in order.
  ///   - take: Gets the packets in the same order.
  /// - Returns: The first packet.
  /// - Throws: ``ExportError``, or the error of a closure.
  func encode(
    count: Int64, quantizer: Int,
    frames:
      @escaping @Sendable (_ take: @escaping FramePipeline.Take) async throws
      -> Void,
    take: @escaping @Sendable (MediaSample) throws -> Void
  ) async throws -> MediaSample {
    let state = SpanState(State())
    let input = input
    try await FramePipeline(graph: graph(quantizer: quantizer)).run(to: [
      (
        .output,
        { sample in
          try state.value.withLock { state throws(ExportError) in
            guard FramePipeline.number(of: sample) == state.count else {
              throw ExportError(.failed, "a packet of the encoder is out of order")
            }
            if state.first == nil { state.first = sample }
            state.count += 1
          }
          try take(sample)
        }
      )
    ]) { push in
      let number = Counter()
      try await frames { sample in
        try await push(
          FedBuffer(
            sample, caps: input, start: number.next() * FramePipeline.unit,
            duration: FramePipeline.unit))
      }
    }
    return try state.value.withLock { state throws(ExportError) in
      guard state.count == count, let first = state.first, first.isKey else {
        throw ExportError(.failed, "the encoder made \(state.count) packets of \(count) frames")
      }
      return first
    }
  }

  private func task(quantizer: Int) -> VideoTask {
    var task = VideoTask(
      width: size.width, height: size.height, framesPerSecond: framesPerSecond, quality: 1,
      keyFrameInterval: max(1, Int((2 * framesPerSecond).rounded())), hasFixedKeyFrames: true,
      speed: .fast, isJoined: true, isSpan: true, reordersFrames: false)
    task.quantizer = quantizer
    if case .frames(.proRes(let profile)) = coding { task.profile = profile }
    task.picture.bitDepth = bitDepth
    return task
  }

  private func graph(quantizer: Int) -> PipelineGraph {
    var graph = PipelineGraph()
    let frames = graph.add("appsrc", name: "frames", role: .input(0), [.init("format", "time")])
    addEncoder(behind: frames, quantizer: quantizer, to: &graph)
    return graph
  }

  private func addEncoder(
    behind source: PipelineGraph.Port, quantizer: Int, to graph: inout PipelineGraph
  ) {
    var port = source
    for stage in encoder.encoding(task(quantizer: quantizer)).stages {
      port = graph.link(port, graph.add(stage.factory, name: stage.factory, stage.properties))
    }
    graph.link(
      port.restricted(to: coding.packetCaps), graph.addSampleSink(.output, name: "packets"))
  }
}

/// State that several tasks change.
final class SpanState<Value>: Sendable {
  let value: Mutex<Value>

  init(_ value: sending Value) { self.value = Mutex(value) }
}

/// Counts frames.
final class Counter: Sendable {
  private let count: Atomic<Int64>

  init(from first: Int64 = 0) { count = Atomic(first) }

  func next() -> Int64 { count.add(1, ordering: .relaxed).oldValue }
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
  /// The first packet of a test picture, which shows the form of all spans.
  ///
  /// - Throws: ``ExportError`` if the encoder fails.
  func firstPacket() async throws -> MediaSample {
    let state = SpanState<MediaSample?>(nil)
    var graph = PipelineGraph()
    let test = graph.add("videotestsrc", name: "test", [.init("num-buffers", 2)])
    let frames = graph.link(test.restricted(to: input), graph.add("identity", name: "frames"))
    addEncoder(behind: frames, quantizer: Self.quantizers[0], to: &graph)
    try await FramePipeline(graph: graph).run(to: [
      (.output, { sample in state.value.withLock { if $0 == nil { $0 = sample } } })
    ])
    guard let first = state.value.withLock({ $0 }) else {
      throw ExportError(.failed, "the encoder makes no packets")
    }
    return first
  }
}
