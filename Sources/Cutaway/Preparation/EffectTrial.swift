import CutawayGraph
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTranslation
import Synchronization

/// Passes ten frames, or 0.4 seconds of sound, through an effect.
///
/// The pads of an element do not state whether it outputs as many frames as it receives, with the
/// same time stamps, nor whether it hangs.
struct EffectTrial {
  private let effect: Effect
  private let medium: ElementInspection.Medium
  private let pluginPath: String

  /// The results of trials, which are not repeated until the plugin file changes.
  private static let known = Mutex<[String: String?]>([:])
  /// The seconds after which an effect counts as hanging; a trial usually takes a hundredth of one.
  private static let limit = 10.0

  /// Creates a trial of an effect without animations; `nil` if none is needed, because the element's base
  /// class preserves time stamps, it states that it keeps pace, or this process registered it itself.
  init?(_ effect: Effect, _ inspection: ElementInspection, as medium: ElementInspection.Medium) {
    guard !inspection.keepsTime, !inspection.traits.contains(.keepsPace),
      let path = inspection.pluginPath
    else { return nil }
    self.effect = effect
    self.medium = medium
    pluginPath = path
  }

  /// The reason why the element, with its properties, is not an effect; `nil` if it is one.
  func fault() -> String? {
    let subject = subject
    if let known = Self.known.withLock({ $0[subject] }) { return known }
    let fault = run()
    Self.known.withLock { $0[subject] = .some(fault) }
    return fault
  }

  /// The effect, its plugin file and the version of that file.
  private var subject: String {
    let file = FileIdentity(location: pluginPath).map { "\($0.inode) \($0.modified)" } ?? ""
    let settings = effect.settings.map { "\($0.name)=\($0.value)" }
    return "\(medium) \(effect.element) \(settings.joined(separator: " ")) \(pluginPath) \(file)"
  }

  private static let frameCount = 10
  /// Ten times the size of the frames with 16 bits per component at unchanged size.
  private static let mostBytes = 10 * frameCount * 160 * 120 * 8
  private static let millisecondsPerFrame = 40

  private var graph: PipelineGraph {
    var graph = PipelineGraph()
    let count = PipelineGraph.Property("num-buffers", .int(Self.frameCount))
    let source: PipelineGraph.Restricted, converter: String
    switch medium {
    case .video:
      converter = "videoconvert"
      source = graph.add("videotestsrc", name: "source", [count])
        .restricted(to: "video/x-raw,width=160,height=120,framerate=25/1")
    case .audio:
      converter = "audioconvert"
      source = graph.add(
        "audiotestsrc", name: "source",
        [count, .init("wave", "ticks"), .init("samplesperbuffer", .int(1920))]
      ).restricted(to: "audio/x-raw,rate=48000,channels=2")
    }
    let input = graph.link(source, graph.add(converter, name: "converter"))
    let output = graph.link(input, graph.add(effect.element, name: "effect", effect.settings))
    graph.link(
      output.restricted(to: "\(medium)/x-raw"),
      graph.add("fakesink", name: "sink", [.init("sync", false), .init("async", false)]))
    return graph
  }

  private func run() -> String? {
    let outcome = ElementTrial.run(
      graph, observing: "sink", limit: (10 * Self.frameCount, Self.mostBytes),
      seconds: Self.limit)
    switch outcome {
    case .ended(let buffers): return fault(of: buffers)
    case .endless: return "it outputs frames without end"
    case .stalled: return "it stalls"
    case .failed(let reason): return "it fails: \(reason)"
    case nil: return nil
    }
  }

  private func fault(of buffers: [ElementTrial.Buffer]) -> String? {
    let end = Self.frameCount * Self.millisecondsPerFrame
    switch medium {
    case .video:
      if buffers.count != Self.frameCount {
        return "it outputs \(buffers.count) frames for \(Self.frameCount)"
      }
      let isKept = buffers.enumerated().allSatisfy { index, buffer in
        buffer.start.isNear(index * Self.millisecondsPerFrame)
      }
      return isKept ? nil : "it changes the time stamps of frames"
    case .audio:
      let length = buffers.reduce(0) { $0 + Int64(clamping: $1.duration) } / 1_000_000
      if abs(length - Int64(end)) > 1 { return "it outputs \(length) ms of sound for \(end) ms" }
      return buffers.first?.start.isNear(0) == true ? nil : "it changes the time stamps of sound"
    }
  }
}

extension UInt64 {
  /// Whether a time in nanoseconds is within one millisecond of `milliseconds`.
  fileprivate func isNear(_ milliseconds: Int) -> Bool {
    abs(Int64(clamping: self) - Int64(milliseconds) * 1_000_000) <= 1_000_000
  }
}
