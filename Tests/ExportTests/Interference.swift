import CutawayElementBridge
import CutawayElementKit
import CutawayModel
import Synchronization
import Testing

/// What a test does in the middle of an export.
///
/// An element of the export performs it. A task of the test might run only after the export has ended.
enum Interference {
  private struct State {
    var actions: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }

  private static let state = Mutex(State())

  /// An effect that performs an action once, at half a second.
  static func effect(
    on type: Track.MediaType, _ action: @escaping @Sendable () -> Void
  ) throws -> Effect {
    try #require(isRegistered)
    let number = state.withLock { state in
      state.count += 1
      state.actions[state.count] = action
      return state.count
    }
    return Effect(
      element: type == .video ? VideoAction.name : SoundAction.name,
      properties: ["number": .int(number)])
  }

  fileprivate static func perform(_ number: Int, at time: Duration) {
    if time < .milliseconds(500) { return }
    let action = state.withLock { $0.actions.removeValue(forKey: number) }
    action?()
  }
}

private struct VideoAction: VideoFilter {
  static let name = "testvideoaction"
  static let summary = "Performs an action of a test with a frame"

  @Property(in: 0...1_000, "The number of the action") var number = 0

  func apply(to frame: inout VideoFrame) { Interference.perform(number, at: frame.time) }
}

private struct SoundAction: AudioFilter {
  static let name = "testsoundaction"
  static let summary = "Performs an action of a test with sound"

  @Property(in: 0...1_000, "The number of the action") var number = 0

  func makeState(for format: AudioFormat) {}
  func isIdle(from time: Duration, count: Int, state: inout Void) -> Bool { false }
  func apply(to samples: inout AudioBlock, state: inout Void) {
    Interference.perform(number, at: samples.time)
  }
}

private let plugin = Plugin(
  "interferencetest", "Elements that perform actions of tests",
  elements: .filter(VideoAction.self), .audioFilter(SoundAction.self))

private let isRegistered = plugin.register()
