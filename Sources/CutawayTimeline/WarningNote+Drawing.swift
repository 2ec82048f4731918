import CutawayModel
import CutawayTime
import CutawayTranslation

extension TimelineLayout {
  /// The list of warnings below the rows.
  var noteList: [Drawing.Shape] {
    var y = noteTop + 6
    var shapes: [Drawing.Shape] = []
    for note in notes.prefix(WarningNote.listedAtMost) {
      let range = note.range
      shapes += WarningNote.badge(note.number, at: .init(Theme.margin + 8, y + 8))
      shapes.append(
        .text(
          .init(
            "\(TimeScale.label(range.start, digits: 2)) – \(TimeScale.label(range.end, digits: 2))",
            at: .init(Theme.margin + 24, y + 12), size: 12, color: Theme.mutedText)))
      shapes.append(
        .text(
          .init(
            note.warning.message, at: .init(Theme.margin + Theme.gutter + 16, y + 12), size: 12,
            color: Theme.text, maximumWidth: width - Theme.margin * 2 - Theme.gutter - 16)))
      y += Theme.noteHeight
    }
    let rest = notes.count - WarningNote.listedAtMost
    if rest > 0 {
      shapes.append(
        .text(
          .init(
            "and \(rest) more", at: .init(Theme.margin + 24, y + 12), size: 12,
            color: Theme.mutedText)))
    }
    return shapes
  }
}

extension WarningNote {
  var shapes: [Drawing.Shape] {
    [
      .rectangle(
        frame.inset(by: 1), fill: Theme.warning.opacity(0.1),
        stroke: .init(Theme.warning, width: 1.5), cornerRadius: 4)
    ] + Self.badge(number, at: mark)
  }

  static func badge(_ number: Int, at middle: Drawing.Point) -> [Drawing.Shape] {
    [
      .rectangle(
        Rectangle(x: middle.x - 8, y: middle.y - 8, width: 16, height: 16), fill: Theme.warning,
        stroke: .init(Theme.background, width: 1), cornerRadius: 8),
      .text(
        .init(
          "\(number)", at: .init(middle.x, middle.y + 3.6), size: number > 99 ? 7 : 10,
          color: .black, isBold: true, alignment: .middle)),
    ]
  }
}
