import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Filters of pictures as effects: their names and settings.
@Suite struct FilterRuleTests {
  private func faults(
    _ effect: Effect, on mediaType: Track.MediaType = .video
  ) -> [Composition.Fault] {
    Composition(tracks: [Track(id: "track", mediaType: mediaType, effects: [effect])])
      .effectFaults()
  }

  @Test(arguments: [
    Effect(filter: "sepiaTone"),
    Effect(filter: "falseColor", properties: ["color0": .string("red")]),
    Effect(filter: "colorMatrix", properties: ["rVector": .numbers([1, 0, 0, 0])]),
    Effect(filter: "lineOverlay", properties: ["nrNoiseLevel": .int(0)]),
    Effect(filter: "pixellate", properties: ["center": .point(x: 1, y: 2)]),
  ])
  func `a filter with settings of its types is an effect`(effect: Effect) {
    #expect(faults(effect).map(\.error.message) == [])
  }

  @Test(arguments: Look.allCases, [0, 0.4, 1])
  func `a look consists of effects that exist`(look: Look, strength: Double) {
    let effects = look.effects(strength: strength)
    #expect(!effects.isEmpty && effects.flatMap { faults($0) }.isEmpty)
  }

  @Test(arguments: [
    ("sepiaTon", "there is no filter 'sepiaTon'; did you mean 'sepiaTone'?"),
    ("CISepiaTone", "there is no filter 'CISepiaTone'; did you mean 'sepiaTone'?"),
    ("qrCodeGenerator", "`cutaway effects` lists them"),
  ])
  func `an unknown filter is an error at its name`(name: String, part: String) {
    let found = faults(Effect(filter: name))
    #expect(found.map(\.path) == [["tracks", "0", "effects", "0", "filter"]])
    #expect(found.first?.error.message.contains(part) == true, "\(found)")
  }

  @Test func `a setting that a filter does not have is an error at the setting`() throws {
    let ramp = try Effect.Value.ramp(
      over: TimeRange(start: .zero, end: MediaTime(1)), from: 0, to: 1)
    let found = faults(
      Effect(
        filter: "falseColor",
        properties: ["color0": .string("blurb"), "color1": ramp, "radius": .int(1)]))
    #expect(
      found.map(\.error.message) == [
        "'color0' needs a colour, not 'blurb'",
        "the filter 'falseColor' needs a colour for 'color1', not a number",
        "the filter 'falseColor' has no setting 'radius'; it has color0, color1",
      ])
    #expect(found.map { $0.path.last } == ["color0", "color1", "radius"])
  }

  @Test func `a filter is no effect on sound, and no element`() {
    #expect(
      faults(Effect(filter: "sepiaTone"), on: .audio).map(\.error.message)
        == ["the filter 'sepiaTone' is for pictures, not for sound"])
    #expect(
      faults(Effect(element: "sepiaTone")).first?.error.message.hasSuffix(
        "'sepiaTone' is a filter: write 'filter: sepiaTone'") == true)
  }

  @Test func `a policy for strangers allows filters, and no text of their element`() {
    func refusals(_ effect: Effect) -> Int {
      RenderPolicy(folders: ["/tmp"]).faults(in: Composition(effects: [effect])).count
    }
    #expect(refusals(Effect(filter: "sepiaTone", properties: ["intensity": .double(1)])) == 0)
    #expect(
      refusals(Effect(element: "imagefilter", properties: ["filters": .string("sepiaTone")])) == 1)
  }
}
