import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Which properties of effects can change over time, and with which values.
@Suite struct EffectAnimationRuleTests {
  private static func number(_ from: Double, _ to: Double) throws -> Effect.Value {
    try .ramp(over: range, from: from, to: to)
  }

  private static let range = TimeRange(start: MediaTime(1), end: MediaTime(3))

  private func faults(
    _ element: String, _ name: String, _ value: Effect.Value,
    on mediaType: Track.MediaType = .video
  ) -> [String] {
    let effect = Effect(element: element, properties: [name: value])
    return Composition(tracks: [Track(id: "track", mediaType: mediaType, effects: [effect])])
      .effectFaults().map { fault in
        #expect(fault.path == ["tracks", "0", "effects", "0", "properties", name])
        return fault.error.message
      }
  }

  @Test func `numbers, colours and points of controllable properties can be animated`() throws {
    let color = try Effect.Value.ramp(
      over: Self.range, from: Color.black, to: Color(red: 255, green: 0, blue: 0, alpha: 9))
    let point = try Effect.Value.ramp(
      over: Self.range, from: Point(x: 0, y: 0), to: Point(x: 1, y: 0.5))
    #expect(try faults("vignette", "strength", Self.number(0, 1)) == [])
    #expect(try faults("videobalance", "brightness", Self.number(-1, 0.5)) == [])
    #expect(try faults("textoverlay", "deltax", Self.number(-20, 20)) == [])
    #expect(faults("textoverlay", "color", color) == [])
    #expect(faults("alpha", "target", color) == [])
    #expect(faults("circle", "center", point) == [])
    #expect(faults("textoverlay", "pos", point) == [])
    #expect(faults("textoverlay", "delta", .point(x: 3, y: -4)) == [])
    #expect(faults("gdkpixbufoverlay", "relative", point) == [])
    #expect(
      try faults("audioamplify", "amplification", Self.number(0, 2), on: .audio) == [])
  }

  @Test(
    arguments: [
      ("vignette", "strength", 0, 1.5, "'strength': expected 0…1, found 1.5"),
      ("vignette", "strength", -0.1, 1, "'strength': expected 0…1, found -0.1"),
      ("textoverlay", "deltax", 0, 1.5, "'deltax': expected a whole number, found 1.5"),
      (
        "videoflip", "video-direction", 0, 1,
        "'video-direction': only numbers, colours and points can be animated, not an enumeration"
      ),
      (
        "textoverlay", "text", 0, 1,
        "'text': only numbers, colours and points can be animated, not text"
      ),
      (
        "agingtv", "color-aging", 0, 1,
        "'color-aging': only numbers, colours and points can be animated, not true and false"
      ),
      (
        "identity", "sleep-time", 0, 1,
        "'sleep-time': it cannot be animated, because the element does not declare it controllable"
      ),
    ] as [(String, String, Double, Double, String)])
  func `a number that cannot be animated is explained`(
    element: String, name: String, from: Double, to: Double, message: String
  ) throws {
    #expect(try faults(element, name, Self.number(from, to)) == [message])
  }

  @Test func `a missing property is explained with the names that were looked for`() throws {
    #expect(
      try faults("vignette", "strenght", Self.number(0, 1)) == [
        "'vignette' has no property 'strenght'; it has \(Self.names("vignette"))"
      ])
    let point = try Effect.Value.ramp(
      over: Self.range, from: Point(x: 0, y: 0), to: Point(x: 1, y: 1))
    #expect(
      faults("circle", "centre", point) == [
        "'circle' has no property 'centre', nor centre-x, centre-y or x-centre, y-centre or "
          + "centrex, centrey or xcentre, ycentre; it has \(Self.names("circle"))"
      ])
    #expect(
      faults("vignette", "strength", point).first?
        .hasPrefix("'strength': it is not a point: 'vignette' has no strength-x, strength-y")
        == true)
    #expect(
      try faults("vignette", "strength", .ramp(over: Self.range, from: .black, to: .black)) == [
        "'strength': expected a number, found a colour"
      ])
  }

  private static func names(_ element: String) -> String {
    element == "vignette"
      ? "strength, radius"
      : "off-edge-pixels, x-center, y-center, radius, angle, height, spread-angle"
  }

  @Test func `constant colours and points become numbers of the properties`() async throws {
    func resolved(_ element: String, _ name: String, _ value: Effect.Value) async throws
      -> [String: Effect.Value]
    {
      var composition = Composition()
      composition.assets = [Asset(id: "a", location: "a.png")]
      composition.effects = [Effect(element: element, properties: [name: value])]
      #expect(composition.effectFaults().isEmpty)
      return composition.resolvingEffects().effects[0].properties
    }
    #expect(
      try await resolved("textoverlay", "color", .string("#ff8000")) == ["color": .int(0xFFFF_8000)]
    )
    #expect(
      try await resolved("textoverlay", "color", .color(Color(red: 1, green: 2, blue: 3, alpha: 4)))
        == ["color": .int(0x0401_0203)])
    #expect(
      try await resolved("textoverlay", "text", .string("#ff8000")) == ["text": .string("#ff8000")])
    #expect(
      try await resolved("alpha", "target", .string("lime"))
        == ["target-r": .int(0), "target-g": .int(255), "target-b": .int(0)])
    #expect(
      try await resolved("circle", "center", .point(x: 0.25, y: 0.75))
        == ["x-center": .double(0.25), "y-center": .double(0.75)])
    #expect(
      try await resolved("textoverlay", "delta", .point(x: 3, y: -4))
        == ["deltax": .int(3), "deltay": .int(-4)])
  }

  @Test func `a constant colour or point out of range is explained`() {
    #expect(
      faults("circle", "center", .point(x: 0.5, y: 2)) == [
        "'y-center': expected 0.0…1.0, found 2.0"
      ]
    )
  }
}
