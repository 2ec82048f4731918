import CutawayModel

extension PictureCanvas {
  var shapes: [Drawing.Shape] {
    let layers = ghosts.map { ghost in
      Drawing.Shape.polygon(
        ghost.corners, fill: ghost.color.opacity(ghost.isStart ? 0.08 : 0.5),
        stroke: .init(
          ghost.color.opacity(ghost.isStart ? 0.8 : 1), width: 1.5, dash: ghost.isStart ? 3 : 0))
    }
    return [
      .rectangle(frame, fill: Theme.row, cornerRadius: 4),
      .rectangle(picture, fill: .black),
      .clipped(frame, cornerRadius: 4, layers),
      .rectangle(picture, fill: nil, stroke: .init(Theme.text, width: 1)),
    ]
  }
}
