import Cutaway

// The code of the page "In Swift", on transitions and compositors.

func wipe(_ first: Segment, _ second: Segment, in composition: inout Composition) throws {
  try composition.setSegments(
    [first, second],
    transitions: [
      1: Transition(named: "wipe", duration: MediaTime(1), properties: ["softness": .double(0.1)])
    ], of: "v")
}

func combine(in composition: inout Composition) {
  composition.instructions[0].compositor = Compositor(
    element: "mytransition", properties: ["strength": .double(0.5)], tracks: ["a", "b"])
}
