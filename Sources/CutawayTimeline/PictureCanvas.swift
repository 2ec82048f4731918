import CutawayGraph
public import CutawayModel
import CutawayTime

/// The picture in small, with the frames of an instruction's layers where they are at one instant.
public struct PictureCanvas: Sendable, Hashable {
  /// Which of the composition's instructions it is about.
  public var instruction: Int
  public var frame: Rectangle
  /// The picture, with room around it for what lies outside.
  public var picture: Rectangle
  /// The lowest first.
  public var ghosts: [Ghost]

  /// A layer's frame.
  public struct Ghost: Sendable, Hashable {
    public var track: Track.ID
    public var color: Color
    public var corners: [Drawing.Point]
    /// Whether it is where the layer starts, in a drawing that also tells where it ends.
    public var isStart: Bool
  }

  /// How much larger the canvas is than the picture.
  private static let room = 1.36

  /// One at the start and one at the end of every instruction, and between them where there is room
  /// and something has changed; one for both where there is little room, or where nothing moves.
  static func all(
    of composition: Composition, _ media: [Asset.ID: MediaDescription], _ size: PixelSize,
    in lane: Rectangle, _ scale: TimeScale
  ) -> [PictureCanvas] {
    let stage = GhostStage(composition: composition, media: media, size: size)
    let width = lane.height * Double(size.width) / Double(max(1, size.height))
    return composition.instructions.enumerated().flatMap { index, instruction in
      let band = lane.part(of: instruction.range, scale)
      guard band.width >= width else { return [PictureCanvas]() }
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
  /// Whether any layer is moved or cropped.
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
