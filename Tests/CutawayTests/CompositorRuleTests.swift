import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Compositors have request pads for video, and only some have animated properties.
@Suite struct CompositorRuleTests {
  private func faults(_ compositor: Compositor) -> [String] {
    let second = TimeRange(start: .zero, duration: MediaTime(1))
    return Composition(
      instructions: [
        Instruction(range: second, layers: [Layer(track: "v")], compositor: compositor)
      ]
    ).effectFaults().map { "\($0.path.dropFirst(2).joined(separator: ".")): \($0.error.message)" }
  }

  @Test(arguments: ["compositor", "layermixer"])
  func `a mixer is a compositor`(element: String) {
    #expect(faults(Compositor(element: element)) == [])
  }

  @Test(arguments: [
    ("vignette", "it has no request pads 'sink_%u' for raw video"),
    ("audiomixer", "it has no request pads 'sink_%u' for raw video"),
  ])
  func `another element is not a compositor`(element: String, reason: String) {
    #expect(
      faults(Compositor(element: element)) == [
        "compositor.element: '\(element)' is not a compositor: \(reason)"
      ])
  }

  @Test func `the centre of a circle is a point`() {
    let point = Effect.Value.point(x: 0.25, y: 1)
    let circle = Compositor(element: "circletransition", properties: ["center": point])
    #expect(faults(circle) == [])
    let resolved = Composition(
      instructions: [
        Instruction(
          range: TimeRange(start: .zero, duration: MediaTime(1)), layers: [], compositor: circle)
      ]
    ).resolvingEffects()
    #expect(
      resolved.instructions[0].compositor?.properties
        == ["center-x": .double(0.25), "center-y": .double(1)])
    #expect(
      faults(Compositor(element: "wipetransition", properties: ["center": point])).count == 1)
  }

  @Test func `a missing element, property or animation is an error`() throws {
    #expect(
      faults(Compositor(element: "nosuchmixer")) == [
        "compositor.element: no GStreamer element called 'nosuchmixer' is installed"
      ])
    #expect(
      faults(Compositor(element: "compositor", properties: ["softness": .double(1)])).first?
        .hasPrefix("compositor.properties.softness: 'compositor' has no property 'softness'")
        == true)
    let range = TimeRange(start: .zero, duration: MediaTime(1))
    let animated = try Effect.Value.ramp(over: range, from: 0, to: 1)
    #expect(
      faults(Compositor(element: "compositor", properties: ["start-time": animated])).count == 1)
  }
}
