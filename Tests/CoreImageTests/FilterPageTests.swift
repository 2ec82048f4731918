import CoreImage
import CutawayImaging
import CutawayKeyframes
import Testing

/// The page that lists the filters.
@Suite struct FilterPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/core-image.md")
  private static let mark =
    "<!-- The rest follows from the filters: CUTAWAY_RECORD=1 scripts/test --filter FilterPage -->\n"

  private static func text(_ value: FilterValue?) -> String {
    func number(_ value: Double) -> String {
      let rounded = (value * 1_000).rounded() / 1_000
      return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
    func list(_ values: [Double]) -> String {
      values.count > 9 ? "\(values.count) numbers" : values.map(number).joined(separator: " ")
    }
    return switch value {
    case .number(let value): number(value)
    case .flag(let flag): flag ? "true" : "false"
    case .point(let point): list([point.x, point.y])
    case .vector(let values): list(values)
    case .rectangle(let r): list([r.x, r.y, r.width, r.height])
    case .color(let c): list([c.red, c.green, c.blue, c.alpha])
    case .transform(let t): list([t.a, t.b, t.c, t.d, t.tx, t.ty])
    case .data(let data): data.isEmpty ? "" : "\(data.count) bytes"
    case .text(let text): text
    case .picture, .coding, nil: ""
    }
  }

  /// The table of all filters.
  private static var table: String {
    var lines: [String] = []
    for category in FilterCategory.allCases {
      let filters = FilterList.all.filter { $0.categories.first == category }
        .sorted { $0.name < $1.name }
      if filters.isEmpty { continue }
      let title = category.rawValue.reduce(into: "") {
        $0 += $1.isUppercase ? " " + $1.lowercased() : String($1)
      }
      lines += [
        "### \(title.prefix(1).uppercased())\(title.dropFirst())", "",
        "| filter | what it does | settings and defaults | |", "| --- | --- | --- | --- |",
      ]
      for filter in filters {
        let name = "CI" + filter.name.prefix(1).uppercased() + filter.name.dropFirst()
        let settings = filter.inputDescriptions.map { input in
          let value = text(input.value)
          return "`\(input.name)`" + (value.isEmpty ? "" : " \(value)")
        }.joined(separator: ", ")
        let fidelity =
          switch filter.fidelity {
          case .same: "same"
          case .differs(let reason): "differs: \(reason)"
          }
        lines.append("| `\(name)` | \(filter.summary) | \(settings) | \(fidelity) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// The table of the filters that are effects.
  private static var effects: String {
    let rows = FilterEffect.all.map { effect in
      let settings = effect.settings.map { setting in
        "`\(setting.name)`" + (setting.defaultText.map { " \($0)" } ?? "")
      }
      return "| `\(effect.name)` | \(effect.summary) | \(settings.joined(separator: ", ")) |"
    }
    return (["| filter | what it does | settings |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  @Test func `Published: the page lists all filters and effects`() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let first = try #require(text.range(of: "<!-- effects -->\n")).upperBound
    let last = try #require(text.range(of: "<!-- end of effects -->")).lowerBound
    let middle = text[last...], end = try #require(middle.range(of: Self.mark)).upperBound
    let wanted = text[..<first] + Self.effects + "\n" + middle[..<end] + "\n" + Self.table
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] == "1" {
      text = String(wanted)
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(text == wanted)
  }

  @Test func `each filter has a category and says why it differs`() {
    for filter in FilterList.all {
      #expect(!filter.categories.isEmpty, "\(filter.name)")
      #expect(!filter.summary.isEmpty && !filter.summary.hasSuffix("."), "\(filter.name)")
      if case .differs(let reason) = filter.fidelity { #expect(!reason.isEmpty, "\(filter.name)") }
    }
  }
}
