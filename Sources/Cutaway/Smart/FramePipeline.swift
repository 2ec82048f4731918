import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayQuirks
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// A decoded frame with the number that it was given.
struct NumberedFrame: Sendable {
  var number: Int64
  var sample: MediaSample
}

/// A pipeline that a program feeds, and whose output it takes.
struct FramePipeline: Sendable {
  /// The graph: an `appsrc` with the role `input(0)`, and `appsink`s.
  var graph: PipelineGraph

  /// The distance of the time stamps of two numbers in nanoseconds.
  static let unit: Int64 = 1_000_000
  /// The bytes that may wait in the `appsrc`.
  private static let room = 24 << 20

  /// The number of a sample.
  static func number(of sample: MediaSample) -> Int64 { (sample.start + unit / 2) / unit }

  /// What takes the samples of a sink.
  typealias Take = @Sendable (MediaSample) async throws -> Void
  /// Puts a buffer into the pipeline.
  typealias Push = @Sendable (FedBuffer) async throws -> Void

  /// Runs the pipeline until its streams end.
  ///
  /// - Parameters:
  ///   - outputs: The sinks, and what takes their samples.
  ///   - feed: Puts buffers into the pipeline with the function that it gets.
  /// - Throws: The error of an element or of a closure.
  func run(
    to outputs: [(PipelineGraph.Role, Take)],
    feeding feed: @escaping @Sendable (_ push: @escaping Push) async throws -> Void = { _ in }
  ) async throws {
    try await withPipeline(graph) { pipeline in
      let sinks = outputs.map { (pipeline.buffers(from: $0.0), $0.1) }
      pipeline.holdForProgram()
      try pipeline.play()
      let readers = sinks.map { buffers, take in
        { @Sendable in
          for await sample in buffers { try await take(sample) }
          try Task.checkCancellation()
        }
      }
      try await pipeline.waitForEnd(
        of: readers,
        beside: {
          try await feed { try await Self.push($0, into: pipeline) }
          pipeline.endInput(.input(0))
          pipeline.releaseFromProgram()
        })
    }
  }

  /// Puts a buffer into a pipeline when there is room.
  static func push(_ buffer: FedBuffer, into pipeline: Pipeline) async throws {
    pipeline.releaseFromProgram()
    defer { pipeline.holdForProgram() }
    while pipeline.waitingBytes(in: .input(0)) > room {
      try await Task.sleep(for: .milliseconds(2))
    }
    try Task.checkCancellation()
    guard pipeline.push(buffer, into: .input(0)) else {
      // The error of the element that stopped the stream counts.
      try await Task.sleep(for: .seconds(5))
      throw ExportError(.failed, "a pipeline does not accept data")
    }
  }
}

extension PipelineGraph {
  /// A sink in memory.
  static let sampleSink = FileOutput.Stage(
    "appsink",
    [.init("sync", false), .init("max-buffers", 3), .init("enable-last-sample", false)])

  /// Adds a sink in memory.
  mutating func addSampleSink(_ role: Role, name: String) -> Port {
    add(Self.sampleSink.factory, name: name, role: role, Self.sampleSink.properties)
  }
}

/// Decodes packets outside of files.
struct PacketDecoder: Sendable {
  /// The caps of the packets.
  let caps: String
  private let decoder: String

  /// Chooses a decoder.
  ///
  /// - Throws: ``ExportError`` if none is installed.
  init(caps: String) throws(ExportError) {
    // Each packet is a frame, which the decoder of JPEG wants to be stated.
    self.caps = caps.hasPrefix("image/jpeg") ? caps + ",parsed=true" : caps
    guard let name = decoderName(for: caps) else {
      throw ExportError(.missingElement, "no decoder for \(caps.prefix { $0 != "," }) is installed")
    }
    decoder = name
  }

  /// Decodes packets.
  ///
  /// - Parameters:
  ///   - packets: Gives the packets in decode order with the number of their frames, which must not
  ///     be negative.
  ///   - take: Gets the frames in presentation order.
  /// - Throws: The error of the decoder, or of a closure.
  func decode(
    _ packets:
      @escaping @Sendable (
        _ push: @Sendable (_ bytes: [UInt8], _ number: Int64) async throws -> Void
      ) async throws -> Void,
    take: @escaping @Sendable (NumberedFrame) async throws -> Void
  ) async throws {
    var graph = PipelineGraph()
    let source = graph.add("appsrc", name: "packets", role: .input(0), [.init("format", "time")])
    // One frame at a time where others are lost.
    let decoder = graph.add(
      decoder, name: "decoder",
      Quirk.lostFrames.applies && decoder == "avdec_h265" ? [.init("thread-type", "slice")] : [])
    let element = graph.link(source, decoder)
    graph.link(
      element.restricted(to: "video/x-raw"), graph.addSampleSink(.output, name: "frames"))
    let caps = caps
    try await FramePipeline(graph: graph).run(to: [
      (
        .output,
        { sample in
          try await take(NumberedFrame(number: FramePipeline.number(of: sample), sample: sample))
        }
      )
    ]) { push in
      try await packets { bytes, number in
        try await push(
          FedBuffer(
            bytes, caps: caps, start: number * FramePipeline.unit, duration: FramePipeline.unit))
      }
    }
  }
}
