import CutawayImaging
import CutawayKeyframes
import Testing

/// All filters with missing pictures and with extreme numbers.
@Suite struct ColorRobustnessTests {
  /// The filters of categories whose settings may be extreme.
  private var filters: [any PictureFilter.Type] {
    FilterList.all.filter { type in
      type.categories.contains { category in
        [.colorAdjustment, .colorEffect, .compositeOperation, .reduction].contains(category)
      } || type.name.hasPrefix("blendWith") || type.name == "highlightShadowAdjust"
    }
  }

  /// Renders a few pixels, wherever the output has some.
  private func render(_ filter: any PictureFilter) {
    guard let output = filter.output else { return }
    let extent = output.extent.intersection(Region(minX: -5, minY: -3, maxX: 9, maxY: 9))
    _ = output.pixels(of: extent)
    _ = output.pixels(of: extent, in: .unmanaged)
  }

  /// Numbers of a picture that filters must bear.
  private func extremes() throws -> SamplePicture {
    let values: [Float] = [
      0, 1, -1, 0.5, 1e-30, 1e30, -1e30, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
    ]
    var pixels: [SIMD4<Float>] = []
    for value in values {
      for alpha: Float in [0, 0.5, 1, -1, 2, .nan] {
        pixels.append(SIMD4(value, 0.3, -value, alpha))
        pixels.append(SIMD4(value, value, value, alpha))
      }
    }
    return try SamplePicture(Region(x: -3, y: -1, width: 12, height: 11), pixels)
  }

  @Test func `Missing pictures give no picture, or an unchanged one`() {
    for type in filters { render(type.init()) }
  }

  /// Values of all types that are useless, or far away.
  private var values: [FilterValue] {
    var values: [FilterValue] = [.vector([]), .data([1, 2, 3]), .flag(true)]
    for number in [0, 1e-9, 1e9, -1e300, .nan, .infinity] {
      values += [
        .number(number), .point(SIMD2(number, -number)), .vector([number, number, -number]),
        .rectangle(Rectangle(x: -number, y: 0, width: number, height: 3)),
        .color(PictureColor(number, -number, 0.5, number)),
      ]
    }
    return values
  }

  @Test func `Extreme pixels and settings are borne`() throws {
    let sample = try extremes()
    // A mean of a large rectangle takes the memory for its lines.
    for type in filters {
      for picture in [sample.picture, Picture.color(.white), .empty] {
        var filter = type.init()
        for input in type.inputDescriptions where input.kind == .picture {
          _ = filter.set(.picture(picture), for: input.name)
        }
        render(filter)
        for input in type.inputDescriptions {
          for value in values {
            var changed = filter
            if changed.set(value, for: input.name) == .done { render(changed) }
          }
        }
      }
    }
  }

  @Test func `Every filter has a name, a summary and settings of its own`() {
    var names: Set<String> = []
    for type in FilterList.all {
      #expect(names.insert(type.name).inserted, "\(type.name) is there twice")
      #expect(!type.summary.isEmpty && !type.categories.isEmpty)
      let settings = type.inputDescriptions.map(\.name)
      #expect(Set(settings).count == settings.count)
      for input in type.inputDescriptions {
        if case .number(let value) = input.value, let range = input.range {
          #expect(range.contains(value), "\(type.name).\(input.name)")
        }
      }
    }
  }
}
