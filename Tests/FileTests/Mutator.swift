/// Makes files with small errors or differences.
struct Mutator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  private static let keys = [
    "cutaway", "render", "assets", "tracks", "id", "type", "segments", "effects", "asset", "source",
    "at", "duration", "track", "pitch", "empty", "range", "background", "layers", "transform",
    "opacity", "crop", "volume", "value", "from", "to", "easing", "interpolation", "turns", "scale",
    "rotate", "translate", "matrix", "about", "start", "end", "element", "uri", "frameRate",
    "frameDuration", "metadata", "overlays", "sequence", "", "x",
  ]

  private static let values: [JSONValue] = [
    .null, .bool(true), .bool(false), .number("0"), .number("1"), .number("-1"), .number("0.5"),
    .number("1.0"), .number("2e0"), .number("1e9"), .number("1000000001"), .number("1e-3"),
    .number("16384"), .number("16385"), .number("-0.0"), .number("8000"), .number("1e400"),
    .text(""), .text("x"), .text("1"), .text("1/30"), .text("1/0"), .text("-1/2"), .text("1500ms"),
    .text("00:01:02.5"), .text("1:60"), .text("45f"), .text("4.5f"), .text("red"), .text("Red"),
    .text("#fff"), .text("#ffff"), .text("#12345678"), .text("fit"), .text("hold"),
    .text("decomposed"), .text("video"), .text("audio"), .text("subtitle"), .text("varispeed"),
    .text("24000/1001"), .text("mp4"), .text("lossless"), .text("true"), .text(".inf"),
    .list([]), .list([.number("0"), .number("1")]), .list([.text("fit")]), .map([]),
    .list((0..<4).map { _ in .number("0.5") }), .list((0..<6).map { _ in .number("1") }),
    .list([.map(["scale": .number("2")])]),
    .list([.map(["at": .number("0"), "value": .number("1")])]),
    .map(["start": .number("0"), "end": .number("1")]), .map(["uri": .text("a")]),
    .map(["rotate": .number("1"), "about": .list([.number("0"), .number("1")])]),
  ]

  /// One to three changes anywhere in a file.
  mutating func mutation(of file: JSONValue) -> JSONValue {
    var result = file
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 1..<result.count, using: &random)
      var random = random
      result = result.changing(at: index) { Self.changed($0, &random) }
      self.random = random
    }
    return result
  }

  private static func changed(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    let other = values.randomElement(using: &random) ?? .null
    switch value {
    case .map(var pairs) where !pairs.isEmpty:
      let index = Int.random(in: 0..<pairs.count, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: pairs.remove(at: index)
      case 1: pairs[index].key = newKey(for: pairs, &random)
      case 2: pairs.append(JSONValue.Pair(key: newKey(for: pairs, &random), value: other))
      case 3: pairs[index].value = other
      default: return other
      }
      return .map(pairs)
    case .list(var list) where !list.isEmpty:
      let index = Int.random(in: 0..<list.count, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: list.remove(at: index)
      case 1: list.append(list[index])
      case 2: list.append(other)
      case 3: list[index] = other
      default: return other
      }
      return .list(list)
    default: return other
    }
  }

  private static func newKey(for pairs: [JSONValue.Pair], _ random: inout SplitMix64) -> String {
    let free = keys.filter { key in !pairs.contains { $0.key == key } }
    return free.randomElement(using: &random) ?? "x"
  }
}
