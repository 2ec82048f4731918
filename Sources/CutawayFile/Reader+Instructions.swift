import CutawayModel
import CutawayTime

extension Reader {
  mutating func instructions(_ value: SourceValue) -> [Instruction] {
    positions[["instructions"]] = value.position
    var instructions: [Instruction] = []
    for element in list(value, of: "instructions") {
      let path = ["instructions", "\(instructions.count)"]
      guard
        let fields = fields(
          of: element, as: "an instruction", keys: ["range", "background", "layers"],
          required: ["range"])
      else { continue }
      positions[path] = element.position
      for (key, value) in fields.values { positions[path + [key]] = value.position }
      let range = fields["range"].flatMap { self.range($0) }
      if range == nil {
        placeholders.formUnion([
          path + ["range"], ["instructions", "\(instructions.count + 1)", "range"],
        ])
      }
      instructions.append(
        Instruction(
          range: range ?? TimeRange(start: .zero, duration: MediaTime(1)),
          background: fields["background"].flatMap { color($0) },
          layers: fields["layers"].map { layers($0, path: path + ["layers"]) } ?? []))
    }
    return instructions
  }

  private mutating func layers(_ value: SourceValue, path: [String]) -> [Layer] {
    var layers: [Layer] = []
    for element in list(value, of: "layers") {
      let path = path + ["\(layers.count)"]
      if let layer = self.layer(element, path: path) { layers.append(layer) }
    }
    return layers
  }

  private mutating func layer(_ value: SourceValue, path: [String]) -> Layer? {
    guard
      let fields = fields(
        of: value, as: "a layer", keys: ["track", "transform", "opacity", "crop", "effects"],
        required: ["track"])
    else { return nil }
    positions[path] = value.position
    let track = fields["track"].flatMap { trackName($0) }
    positions[path + ["track"]] = fields["track"]?.position
    var layer = Layer(track: track ?? "")
    if let value = fields["transform"] {
      layer.transform = animated(value, path: path + ["transform"], isTransform: true) {
        $0.transform($1)
      }
    }
    if let value = fields["opacity"] {
      layer.opacity = animated(value, path: path + ["opacity"]) {
        $0.number($1, as: "an opacity from 0 to 1", in: 0...1)
      }
    }
    if let value = fields["crop"] {
      layer.crop = animated(value, path: path + ["crop"]) { $0.crop($1) }
    }
    layer.effects = effects(fields["effects"], path: path + ["effects"])
    return track == nil ? nil : layer
  }

  private mutating func crop(_ value: SourceValue) -> Rectangle? {
    let side = (name: "a side of 0 or more", bounds: 0...Double.infinity)
    let sides = numbers(
      value, count: 4, as: "a rectangle in pixels, [x, y, width, height]",
      special: [2: side, 3: side])
    guard let r = sides else { return nil }
    return Rectangle(x: r[0], y: r[1], width: r[2], height: r[3])
  }
}
