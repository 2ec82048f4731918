package import CutawayModel
import CutawayTime
import CutawayTranslation

/// A small picture with the outlines of an instruction's layers at one instant.
package struct PictureCanvas: Sendable, Hashable {
  /// The index of the instruction in the composition.
  package var instruction: Int
  /// The area of the canvas, in pixels of the drawing.
  package var frame: Rectangle
  /// The area of the picture inside the canvas, whose margin shows layers outside the picture.
  package var picture: Rectangle
  /// The outlines of the layers, from bottom to top.
  package var ghosts: [Ghost]

  /// The outline of a layer's frame.
  package struct Ghost: Sendable, Hashable {
    /// The name of the track that the layer shows.
    package var track: Track.ID
    /// The colour of the track.
    package var color: Color
    /// The four corners, clockwise from the top left of the frame, in pixels of the drawing.
    package var corners: [Drawing.Point]
    /// Whether it is the position at the start, in a canvas that also shows the position at the
    /// end.
    package var isStart: Bool
  }

  /// The factor by which the canvas is larger than the picture.
  private static let room = 1.36

  /// The canvases of the instructions, as far as there is room.
  ///
  /// A shorter instruction than its canvas has one that extends over those after it, which then have none. Another one has one canvas at its start and one at its end, and more in between if there is
  /// room and a layer has moved. It has a single one for both if there is little room, or if no
  /// layer moves.
  static func all(
    of composition: Composition, _ media: [Asset.ID: MediaDescription], _ size: PixelSize,
    in lane: Rectangle, _ scale: TimeScale
  ) -> [PictureCanvas] {
    let stage = GhostStage(composition: composition, media: media, size: size)
    let width = lane.height * Double(size.width) / Double(max(1, size.height))
    let bands = composition.instructions.map { lane.part(of: $0.range, scale) }
    // From here on there is room.
    var free = lane.x
    return composition.instructions.enumerated().flatMap { index, instruction in
      let band = bands[index]
      let isNarrow = band.width < width
      if isNarrow {
        let next = bands[(index + 1)...].first { $0.width >= width }?.x ?? lane.maxX
        let place = min(band.x, lane.maxX - width)
        guard place >= free, place + width <= next else { return [PictureCanvas]() }
        free = place + width + 8
      }
      func canvas(at x: Double, _ ghosts: [Ghost]) -> PictureCanvas {
        PictureCanvas(
          instruction: index,
          frame: Rectangle(x: x, y: lane.y, width: width, height: lane.height), ghosts, size)
      }
      let start = stage.ghosts(of: instruction, at: instruction.range.start)
      let end = stage.ghosts(of: instruction, at: instruction.range.end)
      let turns = stage.turns(of: instruction).map {
        (x: scale.x($0), ghosts: stage.ghosts(of: instruction, at: $0))
      }
      let isStill = ([end] + turns.map(\.ghosts)).allSatisfy { $0.isLike(start) }
      if isNarrow {
        let shown = isStill ? end : start.map(\.faint) + end
        return [canvas(at: min(band.x, lane.maxX - width), shown)]
      }
      if isStill { return [canvas(at: band.x, end)] }
      if band.width < width * 2 + 24 { return [canvas(at: band.x, start.map(\.faint) + end)] }
      var canvases = [canvas(at: band.x, start)], last = start
      for (x, ghosts) in turns where !ghosts.isLike(last) {
        let place = x - width / 2
        guard place > (canvases.last?.frame.maxX ?? 0) + 8, place + width + 8 < band.maxX - width
        else { continue }
        canvases.append(canvas(at: place, ghosts))
        last = ghosts
      }
      return canvases + [canvas(at: band.maxX - width, end)]
    }
  }

  private init(instruction: Int, frame: Rectangle, _ ghosts: [Ghost], _ size: PixelSize) {
    self.instruction = instruction
    self.frame = frame
    let picture = Rectangle(
      x: frame.x + frame.width * (1 - 1 / Self.room) / 2,
      y: frame.y + frame.height * (1 - 1 / Self.room) / 2,
      width: frame.width / Self.room, height: frame.height / Self.room)
    self.picture = picture
    let factor = picture.width / Double(max(1, size.width))
    self.ghosts = ghosts.map { ghost in
      var ghost = ghost
      ghost.corners = ghost.corners.map { corner in
        Drawing.Point(picture.x + corner.x * factor, picture.y + corner.y * factor)
      }
      return ghost
    }
  }
}

extension PictureCanvas.Ghost {
  fileprivate var faint: Self {
    var ghost = self
    ghost.isStart = true
    return ghost
  }
}

extension [PictureCanvas.Ghost] {
  fileprivate func isLike(_ other: Self) -> Bool { map(\.corners) == other.map(\.corners) }
}

extension Composition {
  /// Whether any layer is transformed or cropped.
  var placesLayers: Bool {
    instructions.contains { instruction in
      instruction.layers.contains { layer in
        !layer.crop.entries.isEmpty
          || layer.transform.entries.contains { entry in
            switch entry {
            case .instant(_, let value): value.isPlaced
            case .ramp(let ramp): ramp.from.isPlaced || ramp.to.isPlaced
            }
          }
      }
    }
  }
}

extension LayerTransform {
  fileprivate var isPlaced: Bool {
    matrix != .identity || base != .identity && base != .preferred
  }
}
