import CutawayModel
import CutawayTime
import Testing

struct FaultTests {
  private func composition() throws -> Composition {
    Composition(
      assets: [Asset(id: "a", location: "a.mp4")],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range(0, 9), media: media("a", 0, 9))]),
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range(0, 9), media: media("a", 0, 9))]),
      ])
  }

  @Test func `a sound composition has no faults`() throws {
    var composition = try composition()
    composition.instructions = [
      Instruction(range: range(0, 3), layers: [Layer(track: "v")]),
      Instruction(range: range(3, 5)), Instruction(range: range(7, 50)),
    ]
    composition.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(2))]
    #expect(composition.faults().isEmpty)
    #expect(composition.duration == seconds(9))
  }

  @Test(arguments: [
    Fault("assets.1", .overlap) { $0.assets.append(Asset(id: "a", location: "b")) },
    Fault("tracks", .emptyRange) { $0.tracks = [] },
    Fault("tracks.2.id", .overlap) { $0.tracks.append(Track(id: "v", mediaType: .audio)) },
    Fault("tracks.1.segments.0.asset", .danglingReference) {
      try $0.tracks[1].setSegments([Segment(target: range(0, 1), media: media("z", 0, 1))])
    },
    Fault("instructions.0.range", .emptyRange) {
      $0.instructions = [Instruction(range: range(3, 3))]
    },
    Fault("instructions.1.range", .overlap) {
      $0.instructions = [Instruction(range: range(0, 3)), Instruction(range: range(2, 5))]
    },
    Fault("instructions.0.layers.0.track", .danglingReference) {
      $0.instructions = [Instruction(range: range(0, 3), layers: [Layer(track: "x")])]
    },
    Fault("instructions.0.layers.0.track", .danglingReference) {
      $0.instructions = [Instruction(range: range(0, 3), layers: [Layer(track: "s")])]
    },
    Fault("instructions.0.layers.1.track", .overlap) {
      $0.instructions = [
        Instruction(
          range: range(0, 3), layers: [Layer(track: "v"), Layer(track: "v")],
          compositor: Compositor(element: "dissolvetransition"))
      ]
    },
    Fault("instructions.0.layers.0.opacity", .invalidValue) {
      $0.instructions = [
        Instruction(
          range: range(0, 3), layers: [Layer(track: "v", opacity: AnimatedValue(1.5))])
      ]
    },
    Fault("audioMix.0.track", .danglingReference) {
      $0.audioMix = [AudioMixParameters(track: "v")]
    },
    Fault("audioMix.1.track", .overlap) {
      $0.audioMix = [AudioMixParameters(track: "s"), AudioMixParameters(track: "s")]
    },
    Fault("audioMix.0.volume", .invalidValue) {
      $0.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(-.infinity))]
    },
  ])
  func `a fault has the path of its cause`(fault: Fault) throws {
    var composition = try composition()
    try fault.make(&composition)
    let found = composition.faults()
    #expect(found.map { $0.path.joined(separator: ".") } == [fault.path])
    #expect(found.map(\.error.code) == [fault.code])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var path: String
    var code: CompositionError.Code
    var make: @Sendable (inout Composition) throws -> Void

    init(
      _ path: String, _ code: CompositionError.Code,
      make: @escaping @Sendable (inout Composition) throws -> Void
    ) {
      self.path = path
      self.code = code
      self.make = make
    }

    var testDescription: String { "\(path) \(code)" }
  }
}
