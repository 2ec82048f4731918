import CutawayModel

extension Constructs {
  static let marker = Construct<Marker>(
    "marker", as: "a marker", blank: Marker(at: .zero, title: ""),
    fields: [
      Field("at", \.time, .time, .required, "The time in the composition."),
      Field(
        "title", \.title, .text("the title of a marker"), .required, "The name of the chapter."),
      .repetition,
    ])
}
