import CutawayApple

/// How an engine renders without a device.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// As fast as possible.
  case offline = 0
  /// For a thread that must not wait, which is not supported.
  case realtime
}

/// The result of a rendering.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// A failure, which is thrown instead.
  case error = -1
  /// The frames are there.
  case success = 0
  /// An input has no data.
  case insufficientDataFromInputNode
  /// Not now.
  case cannotDoInCurrentContext
}

/// Mixes players into memory.
///
/// There are no devices: ``enableManualRenderingMode(_:format:maximumFrameCount:)`` is necessary before ``start()``. One
/// thread at a time may use an engine and its nodes.
public class AVAudioEngine: NSObject {
  /// The nodes.
  public private(set) var attachedNodes: Set<AVAudioNode> = []
  /// The end of the engine.
  public let outputNode = AVAudioOutputNode()
  /// Whether the engine has started.
  public private(set) var isRunning = false
  /// Whether it renders into memory.
  public private(set) var isInManualRenderingMode = false
  /// How it renders.
  public private(set) var manualRenderingMode = AVAudioEngineManualRenderingMode.offline
  /// The format of the frames.
  public private(set) var manualRenderingFormat = AVAudioEngine.usualFormat
  /// The largest number of frames of a rendering.
  public private(set) var manualRenderingMaximumFrameCount: AVAudioFrameCount = 0
  /// The number of frames that have been rendered.
  public private(set) var manualRenderingSampleTime: AVAudioFramePosition = 0
  /// Whether the engine stops by itself; accepted without effect.
  public var isAutoShutdownEnabled = false
  private var mixer: AVAudioMixerNode?

  private static let usualFormat = AVAudioFormat.samples(
    .pcmFormatFloat32, rate: 44_100, channels: 2, interleaved: false)

  /// Creates an engine.
  public override init() {
    super.init()
    outputNode.engine = self
  }

  /// The mixer before the output, which is connected when it is first asked for, unless another node is.
  public var mainMixerNode: AVAudioMixerNode {
    if let mixer { return mixer }
    let new = AVAudioMixerNode()
    mixer = new
    attach(new)
    if outputNode.inputs.isEmpty { connect(new, to: outputNode, format: nil) }
    return new
  }

  /// Linux has several systems of devices, and this engine records from none.
  @available(*, unavailable, message: "schedule buffers or files with an AVAudioPlayerNode")
  public var inputNode: AVAudioNode { outputNode }

  static func format(of engine: AVAudioEngine?) -> AVAudioFormat {
    guard let format = engine?.manualRenderingFormat else { return usualFormat }
    return .samples(
      .pcmFormatFloat32, rate: format.sampleRate, channels: format.channelCount,
      interleaved: false)
  }

  var renderTime: AVAudioTime? {
    guard isRunning else { return nil }
    return AVAudioTime(
      sampleTime: manualRenderingSampleTime, atRate: manualRenderingFormat.sampleRate)
  }

  /// Adds a node.
  public func attach(_ node: AVAudioNode) {
    attachedNodes.insert(node)
    node.engine = self
  }

  /// Removes a node and its connections.
  public func detach(_ node: AVAudioNode) {
    disconnectNodeInput(node)
    disconnectNodeOutput(node)
    attachedNodes.remove(node)
    if node.engine === self { node.engine = nil }
    if node === mixer { mixer = nil }
  }

  /// Connects a node to the next free input of a mixer, or to the input of another node.
  ///
  /// - Parameters:
  ///   - node1: The node that gives sound.
  ///   - node2: The node that gets it.
  ///   - format: The format of the sound; `nil` is that of the engine.
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
    connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
  }

  /// Connects a node to an input of another one.
  ///
  /// - Parameters:
  ///   - node1: The node that gives sound.
  ///   - node2: The node that gets it.
  ///   - bus1: The number of the output, 0.
  ///   - bus2: The number of the input.
  ///   - format: The format of the sound; `nil` is that of the engine.
  public func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
    toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    guard node1.engine === self, node2.engine === self, !reaches(node2, from: node1) else {
      return Log.warn("nodes are not connected: attach both, and let no sound return to its node")
    }
    // An output leads to one input.
    disconnectNodeOutput(node1)
    node1.statedFormat = format
    node2.inputs[bus2] = NodeConnection(node1)
  }

  /// Whether the sound of a node comes to another one.
  private func reaches(_ source: AVAudioNode, from node: AVAudioNode) -> Bool {
    source === node || node.inputs.values.contains { reaches(source, from: $0.source) }
  }

  /// Removes the connections of a node's inputs.
  public func disconnectNodeInput(_ node: AVAudioNode) { node.inputs = [:] }
  /// Removes the connection of an input.
  public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    node.inputs[bus] = nil
  }
  /// Removes the connections of a node's output.
  public func disconnectNodeOutput(_ node: AVAudioNode) {
    for other in attachedNodes.union([outputNode]) {
      other.inputs = other.inputs.filter { $0.value.source !== node }
    }
  }
  /// Removes the connection of an output.
  public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnectNodeOutput(node)
  }

  /// Renders into memory from now on; the engine must not run.
  ///
  /// - Parameters:
  ///   - mode: The mode, which is `offline`.
  ///   - pcmFormat: The format of the frames.
  ///   - maximumFrameCount: The largest number of frames of a rendering.
  /// - Throws: ``AVError`` if the engine runs, or the format is that of compressed sound.
  public func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
    maximumFrameCount: AVAudioFrameCount
  ) throws {
    guard mode == .offline else {
      throw AVError(.operationNotAllowed, "an engine renders offline, and not in real time")
    }
    guard !isRunning, SampleKind(pcmFormat) != nil, pcmFormat.channelCount > 0,
      maximumFrameCount > 0
    else {
      throw AVError(
        .operationNotAllowed,
        "manual rendering needs an engine that is stopped, uncompressed sound and a number of frames"
      )
    }
    manualRenderingFormat = pcmFormat
    manualRenderingMaximumFrameCount = maximumFrameCount
    (manualRenderingMode, isInManualRenderingMode, manualRenderingSampleTime) = (mode, true, 0)
    reset()
  }

  /// Ends the manual rendering and stops the engine.
  public func disableManualRenderingMode() {
    stop()
    (isInManualRenderingMode, manualRenderingFormat) = (false, Self.usualFormat)
  }

  /// Nothing: everything is prepared.
  public func prepare() {}

  /// Starts.
  ///
  /// - Throws: ``AVError`` without manual rendering, because there are no devices.
  public func start() throws {
    guard isInManualRenderingMode else {
      throw AVError(
        .operationNotAllowed,
        "an engine plays on no device: call enableManualRenderingMode(.offline, …) before start()")
    }
    isRunning = true
  }

  /// Pauses; ``start()`` goes on.
  public func pause() { isRunning = false }

  /// Stops, and stops all players.
  public func stop() {
    isRunning = false
    for case let player as AVAudioPlayerNode in attachedNodes { player.stop() }
    manualRenderingSampleTime = 0
  }

  /// Forgets the sound that is on its way.
  public func reset() {
    for node in attachedNodes where !(node is AVAudioPlayerNode) { node.reset() }
    outputNode.reset()
  }

  /// Renders the next frames.
  ///
  /// - Parameters:
  ///   - numberOfFrames: How many, at most ``manualRenderingMaximumFrameCount``.
  ///   - buffer: Gets them, in the ``manualRenderingFormat``.
  /// - Returns: `success`.
  /// - Throws: ``AVError`` if the engine does not run, or the buffer is not suitable.
  public func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    guard isInManualRenderingMode, isRunning else {
      throw AVError(
        .operationNotAllowed, "the engine renders after start() in manual rendering mode")
    }
    guard numberOfFrames <= manualRenderingMaximumFrameCount,
      numberOfFrames <= buffer.frameCapacity, buffer.format == manualRenderingFormat
    else {
      throw AVError(
        .operationNotAllowed,
        "\(numberOfFrames) frames are more than manualRenderingMaximumFrameCount or the buffer allows, or "
          + "the buffer does not have the manualRenderingFormat")
    }
    let sound = outputNode.render(Int(numberOfFrames))
    for (channel, samples) in sound.enumerated() {
      buffer.store(samples, ofChannel: channel, at: 0)
    }
    buffer.frameLength = numberOfFrames
    manualRenderingSampleTime += Int64(numberOfFrames)
    for case let player as AVAudioPlayerNode in attachedNodes { player.callHandlers() }
    return .success
  }
}
