public import CutawayModel

extension Composition {
  /// The composition as a composition file that states every default value.
  ///
  /// Reading the file gives an equivalent composition, and writing that one gives the same text.
  /// The exceptions are values that no file can contain: times past 10⁹ seconds or finer than 10⁻⁹,
  /// numbers that are not finite, empty names, text that contains U+0000 or starts with U+FEFF, and
  /// a property called `element`.
  ///
  /// - Parameter directory: The directory of the file. Asset paths inside it are written relative
  ///   to it. Empty or `.` leaves all paths unchanged.
  /// - Returns: YAML that ends with a line break.
  public func yaml(relativeTo directory: String = "") -> String {
    var stated = self
    for index in assets.indices where assets[index].generator == nil {
      stated.assets[index].location = AssetLocation(assets[index].location).relative(to: directory)
    }
    func relative(_ effects: [Effect]) -> [Effect] { effects.map { $0.relative(to: directory) } }
    stated.effects = relative(effects)
    for index in tracks.indices { stated.tracks[index].effects = relative(tracks[index].effects) }
    stated.fonts.files = fonts.files.map { AssetLocation($0).relative(to: directory) }
    for index in instructions.indices {
      let instruction = instructions[index]
      if instruction.blurredBackground == nil {
        stated.instructions[index].blurredBackground = blurredBackground(of: instruction)
        if stated.instructions[index].blurredBackground == nil {
          stated.instructions[index].background = instruction.background ?? render.background
        }
      }
      for (place, layer) in instruction.layers.enumerated() {
        stated.instructions[index].layers[place].effects = relative(layer.effects)
      }
      stated.instructions[index].compositor = instructions[index].compositor?.relative(
        to: directory)
    }
    return Constructs.composition.yaml(stated).escapingVariables.lines().joined(separator: "\n")
      + "\n"
  }
}
