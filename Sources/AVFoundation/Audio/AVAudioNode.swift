/// A part of an ``AVAudioEngine``: ``AVAudioPlayerNode``, ``AVAudioMixerNode`` or ``AVAudioOutputNode``.
public class AVAudioNode: NSObject {
  /// The engine to which the node is attached.
  public internal(set) weak var engine: AVAudioEngine?
  /// The connections of inputs, by their numbers.
  var inputs: [AVAudioNodeBus: NodeConnection] = [:]
  /// The format of the output; `nil` is that of the engine.
  var statedFormat: AVAudioFormat?
  /// The time of the next frame that the engine renders.
  public var lastRenderTime: AVAudioTime? { engine?.renderTime }
  /// The number of inputs that are connected.
  public var numberOfInputs: Int { inputs.count }
  /// The number of outputs.
  public var numberOfOutputs: Int { 1 }

  override init() {}

  /// The format of the sound that an input gets.
  public func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    inputs[bus]?.source.soundFormat ?? soundFormat
  }
  /// The format of the sound of the output.
  public func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { soundFormat }

  var soundFormat: AVAudioFormat { statedFormat ?? AVAudioEngine.format(of: engine) }

  /// The next frames in the format of the output.
  func render(_ count: Int) -> [[Double]] {
    Array(repeating: Array(repeating: 0, count: count), count: Int(soundFormat.channelCount))
  }

  /// Forgets the sound that is on its way.
  public func reset() { for input in inputs.values { input.conversion = nil } }

  /// Nothing hears the sound of single nodes.
  @available(*, unavailable, message: "take the buffers of renderOffline(_:to:)")
  public func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping (AVAudioPCMBuffer, AVAudioTime) -> Void
  ) {}
  /// Nothing hears the sound of single nodes.
  @available(*, unavailable, message: "take the buffers of renderOffline(_:to:)")
  public func removeTap(onBus bus: AVAudioNodeBus) {}
}

/// The sound of a node on its way into another one.
final class NodeConnection {
  let source: AVAudioNode
  var conversion: SoundConversion?
  private var formats: [AVAudioFormat] = []

  init(_ source: AVAudioNode) { self.source = source }

  /// The next frames in the rate and the channels of a format; all channels are heard.
  func frames(_ count: Int, in format: AVAudioFormat) -> [[Double]] {
    let given = source.soundFormat
    if conversion == nil || formats != [given, format] {
      formats = [given, format]
      conversion = SoundConversion(
        from: given.sampleRate, to: format.sampleRate,
        .mixing(from: Int(given.channelCount), to: Int(format.channelCount)),
        channels: Int(format.channelCount))
    }
    guard let conversion else {
      return Array(repeating: Array(repeating: 0, count: count), count: Int(format.channelCount))
    }
    while conversion.count < count {
      conversion.add(source.render(conversion.needed(for: count - conversion.count)))
    }
    return conversion.take(count)
  }
}

/// How a mixer hears a node.
public protocol AVAudioMixing: AVAudioStereoMixing {
  /// The factor of the samples, from 0 to 1.
  var volume: Float { get set }
}

/// Where a mixer hears a node.
public protocol AVAudioStereoMixing: AnyObject {
  /// The place between left, -1, and right, 1: the other side becomes quieter.
  var pan: Float { get set }
}

/// The sum of what is connected to its inputs.
public class AVAudioMixerNode: AVAudioNode, AVAudioMixing {
  public var volume: Float = 1
  public var pan: Float = 0
  /// The factor of the sum.
  public var outputVolume: Float = 1
  /// An input to which nothing is connected.
  public var nextAvailableInputBus: AVAudioNodeBus {
    (0...inputs.count).first { inputs[$0] == nil } ?? 0
  }

  /// Creates a mixer.
  public override init() {}

  override func render(_ count: Int) -> [[Double]] {
    let format = soundFormat, channels = Int(format.channelCount)
    var sum = [[Double]](repeating: Array(repeating: 0, count: count), count: channels)
    for (_, input) in inputs.sorted(by: { $0.key < $1.key }) {
      let sound = input.frames(count, in: format), heard = input.source as? any AVAudioMixing
      let volume = Double(heard?.volume ?? 1) * Double(outputVolume)
      let pan = Double(heard?.pan ?? 0)
      for channel in 0..<channels {
        // One channel has no sides.
        let side = channels < 2 || channel > 1 ? 1 : min(1, channel == 0 ? 1 - pan : 1 + pan)
        let factor = volume * max(0, side)
        for index in 0..<count { sum[channel][index] += sound[channel][index] * factor }
      }
    }
    return sum
  }
}

/// The end of an engine, which ``AVAudioEngine/renderOffline(_:to:)`` delivers.
public class AVAudioOutputNode: AVAudioNode {
  public override var numberOfOutputs: Int { 0 }

  override func render(_ count: Int) -> [[Double]] {
    inputs[0]?.frames(count, in: soundFormat) ?? super.render(count)
  }
}
