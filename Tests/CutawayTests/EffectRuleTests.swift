import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Effects have one input and one output, and keep the number and the times of frames.
@Suite struct EffectRuleTests {
  private func faults(_ effect: Effect, on mediaType: Track.MediaType) -> [String] {
    let composition = Composition(
      tracks: [Track(id: "track", mediaType: mediaType, effects: [effect])])
    return composition.effectFaults().map(\.error.message)
  }

  @Test(
    arguments: [
      ("avwait", "it has 2 source pads"), ("shapewipe", "it has 2 sink pads for video"),
      ("subtitleoverlay", "it has 2 sink pads for video"),
      ("tee", "its source pads are request pads"),
      ("compositor", "its sink pads are request pads"),
      ("level", "it is not a filter of raw video"),
      ("x264enc", "it is not a filter of raw video"),
    ])
  func `an element with unsuitable pads is not an effect`(element: String, reason: String) throws {
    let expected = "'\(element)' is not an effect: \(reason)"
    #expect(faults(Effect(element: element), on: .video) == [expected])
  }

  @Test(
    arguments: [
      (
        Effect(element: "imagefreeze"), Track.MediaType.video,
        "it outputs frames without end"
      ),
      (Effect(element: "videorate", properties: ["rate": .double(2)]), .video, "it outputs "),
      (
        Effect(element: "deinterlace", properties: ["mode": .string("interlaced")]), .video,
        "it outputs 20 frames for 10"
      ),
      (Effect(element: "valve", properties: ["drop": .bool(true)]), .video, "it "),
      (
        Effect(element: "removesilence", properties: ["remove": .bool(true)]), .audio, "it outputs "
      ),
    ])
  func `a trial reports an element that does not keep frames`(
    effect: Effect, mediaType: Track.MediaType, reason: String
  ) throws {
    let found = faults(effect, on: mediaType)
    #expect(found.count == 1)
    let start = "'\(effect.element)' is not an effect: in a trial, \(reason)"
    #expect(found.first?.hasPrefix(start) == true, "\(found)")
  }

  @Test(
    arguments: [
      (Effect(element: "textoverlay", properties: ["text": .string("a \"b\" c")]), .video),
      (Effect(element: "videobalance", properties: ["saturation": .double(0)]), .video),
      (Effect(element: "identity"), .video), (Effect(element: "deinterlace"), .video),
      (Effect(element: "vignette"), .video), (Effect(element: "level"), .audio),
      (Effect(element: "freeverb"), .audio), (Effect(element: "audioamplify"), .audio),
      (Effect(element: "identity"), Track.MediaType.audio),
    ])
  func `an element that keeps frames is an effect`(effect: Effect, mediaType: Track.MediaType)
    throws
  {
    #expect(faults(effect, on: mediaType) == [])
  }

  @Test(
    arguments: [
      .string("clockwise"), .string("Rotate clockwise 90 degrees"), .string("1"),
      Effect.Value.int(1),
    ])
  func `an enumeration accepts nicks, names and numbers`(value: Effect.Value) throws {
    let effect = Effect(element: "videoflip", properties: ["method": value])
    #expect(faults(effect, on: .video) == [])
  }

  @Test(arguments: [(Effect.Value.string("round"), "'round'"), (.int(77), "77")])
  func `another value of an enumeration is refused`(value: Effect.Value, text: String) throws {
    let effect = Effect(element: "videoflip", properties: ["method": value])
    let message = try #require(faults(effect, on: .video).first)
    #expect(message.hasPrefix("'method': expected one of none, clockwise, "))
    #expect(message.hasSuffix(", found \(text)"))
  }
}
