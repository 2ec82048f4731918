/// A mixer that shows the change from one picture, the first input, to another, the second one.
///
/// A ``Transition`` is one that a mask can express. At progress 0 and 1, and while only one of the
/// pictures exists, a frame passes unchanged.
public protocol TransitionMixer: FrameMixer where Input == PictureInput {
  /// The position in the transition: 0 is the outgoing picture, 1 the incoming one.
  var progress: Double { get }

  /// Prepares a frame in which both pictures are visible.
  ///
  /// - Parameter state: The state of the stream.
  /// - Returns: The data for drawing the frame.
  /// - Throws: ``ElementError`` if the settings are invalid, which stops the stream.
  func plan(in state: State) throws(ElementError) -> Plan
}

extension TransitionMixer {
  /// Pictures have the size and the format of the output.
  public static var inputMatching: InputMatching { .format }

  /// The outgoing and the incoming picture.
  public static var inputLimit: Int? { 2 }

  /// A transition between pictures with alpha has alpha.
  public func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { haveAlpha }

  /// A frame that passes unchanged, or a drawing of both.
  public func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout State
  ) throws(ElementError) -> MixerPlan<Plan> {
    let outgoing = !inputs.isEmpty && inputs[0].format != nil
    let incoming = inputs.count > 1 && inputs[1].format != nil
    switch (outgoing, incoming) {
    case (false, false): return .nothing
    case (true, false): return .handOn(0)
    case (false, true): return .handOn(1)
    case (true, true) where progress <= 0: return .handOn(0)
    case (true, true) where progress >= 1: return .handOn(1)
    case (true, true): return .draw(try plan(in: state))
    }
  }
}

/// An input of a transition or a compositor, which has no settings of its own.
public struct PictureInput: Element, Hashable {
  /// The name of the settings.
  public static let name = "picture"
  /// The description of the settings.
  public static let summary = "A picture of a transition or a compositor"

  /// Creates the settings.
  public init() {}
}
