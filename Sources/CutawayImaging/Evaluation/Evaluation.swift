/// The intermediate pictures of a rendering.
struct Evaluation: Sendable {
  let space: WorkingSpace
  /// The pictures that are computed as a whole, by identity.
  private(set) var tiles: [ObjectIdentifier: Tile] = [:]
  /// Whether all regions had room in memory.
  ///
  /// Pictures without room are transparent.
  private(set) var isComplete = true
  /// The pixels of the largest region: 2 GiB.
  private static let largestArea = 1 << 27

  /// Computes everything but the last lines.
  ///
  /// The plan goes from the result backwards: it finds which region of each picture is needed, and which
  /// pictures must be in memory, because others read them at random or because only a pass over a whole
  /// region computes them.
  init(_ picture: Picture, _ region: Region, in space: WorkingSpace) {
    self.space = space
    var plan = EvaluationPlan()
    plan.require(picture, region)
    let stages = plan.stages()
    let lastUses = EvaluationPlan.lastUses(of: stages, in: picture)
    for (index, stage) in stages.enumerated() {
      let tile: Tile
      if stage.region.isInfinite || stage.region.width * stage.region.height > Self.largestArea {
        isComplete = false
        tile = Tile(.empty) { _ in }
      } else if case .area(let pass) = stage.picture.content {
        let evaluation = self
        tile = pass.draw(
          stage.region, pass.inputs.map { LineReader(picture: $0, evaluation: evaluation) }, space)
      } else {
        let evaluation = self
        tile = Tile(stage.region) { LineFiller(stage.picture, in: evaluation) }
      }
      tiles[ObjectIdentifier(stage.picture)] = tile
      // What nobody reads any more is released, or a long recipe would need memory for all its steps.
      tiles = tiles.filter { id, _ in lastUses[id, default: index] > index }
    }
  }

  /// The pixels of a picture that the plan has put into memory.
  func tile(_ picture: Picture) -> Tile {
    tiles[ObjectIdentifier(picture)] ?? Tile(.empty) { _ in }
  }
}

/// Finds which regions of which pictures a rendering needs.
struct EvaluationPlan {
  /// The pictures in the order in which they were first needed, each with its region.
  private var needs: [ObjectIdentifier: Need] = [:]

  private struct Need {
    let picture: Picture
    var region: Region
    var isStage: Bool
  }

  /// Notes that a region of a picture is needed, and with it regions of its inputs.
  mutating func require(_ picture: Picture, _ region: Region, inMemory: Bool = false) {
    let id = ObjectIdentifier(picture), wanted = region.intersection(picture.extent)
    var need = needs[id] ?? Need(picture: picture, region: .empty, isStage: false)
    let isKnown = needs[id] != nil && need.region.contains(wanted)
    need.region = need.region.union(wanted)
    need.isStage = need.isStage || inMemory
    if case .area = picture.content { need.isStage = true }
    needs[id] = need
    if isKnown || wanted.isEmpty { return }
    let whole = need.region
    switch picture.content {
    case .source, .generated: break
    case .colored(let input, _), .matrix(_, let input), .cropped(let input):
      require(input, whole)
    case .mixed(let inputs, _):
      for input in inputs { require(input, whole) }
    case .layered(let front, let back):
      require(front, whole)
      require(back, whole)
    case .moved(let input, let x, let y): require(input, whole.moved(x: -x, y: -y))
    case .clamped(let input):
      let extent = input.extent
      func clamped(_ range: Range<Int>, _ limits: Range<Int>) -> (Int, Int) {
        let first = min(max(range.lowerBound, limits.lowerBound), limits.upperBound - 1)
        return (first, max(first, min(max(range.upperBound - 1, first), limits.upperBound - 1)) + 1)
      }
      let columns = clamped(whole.columns, extent.columns), rows = clamped(whole.rows, extent.rows)
      require(
        input, Region(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1))
    case .sampled(let sampling):
      for (index, input) in sampling.inputs.enumerated() {
        require(input, sampling.required(whole, index), inMemory: true)
      }
    case .area(let pass):
      for (index, input) in pass.inputs.enumerated() {
        require(input, pass.required(whole, index))
      }
    }
  }

  /// By picture in memory: the index of the last stage that reads it; that of the result comes after all.
  static func lastUses(
    of stages: [(picture: Picture, region: Region)], in result: Picture
  ) -> [ObjectIdentifier: Int] {
    let inMemory = Set(stages.map { ObjectIdentifier($0.picture) })
    var uses: [ObjectIdentifier: Int] = [:]
    func read(_ pictures: [Picture], at index: Int) {
      var seen: Set<ObjectIdentifier> = []
      var rest = pictures
      while let picture = rest.popLast() {
        let id = ObjectIdentifier(picture)
        guard seen.insert(id).inserted else { continue }
        if inMemory.contains(id) { uses[id] = index } else { rest += picture.inputs }
      }
    }
    for (index, stage) in stages.enumerated() { read(stage.picture.inputs, at: index) }
    read([result], at: stages.count)
    return uses
  }

  /// The pictures that must be in memory, inputs first.
  func stages() -> [(picture: Picture, region: Region)] {
    var list: [(picture: Picture, region: Region)] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ picture: Picture) {
      let id = ObjectIdentifier(picture)
      guard seen.insert(id).inserted, let need = needs[id] else { return }
      for input in picture.inputs { visit(input) }
      if need.isStage, !need.region.isEmpty { list.append((picture, need.region)) }
    }
    // Any order of roots gives inputs before their users.
    for need in needs.values { visit(need.picture) }
    return list
  }
}

extension Picture {
  /// The pictures of which this one is made.
  var inputs: [Picture] {
    switch content {
    case .source, .generated: []
    case .colored(let input, _), .matrix(_, let input), .cropped(let input), .clamped(let input),
      .moved(let input, _, _):
      [input]
    case .mixed(let inputs, _): inputs
    case .layered(let front, let back): [front, back]
    case .sampled(let sampling): sampling.inputs
    case .area(let pass): pass.inputs
    }
  }
}
