import CutawayModel

/// What lies behind the layers, as a file states it: a colour, a blurred enlargement, or both.
struct BackgroundValues: Sendable, Equatable {
  var color: Color?
  var blurred: BlurredBackground?
}

/// The blurred background of clips, or the statement that there is none.
enum ClipBackground: Sendable, Equatable {
  case none
  case some(BlurredBackground)
}

extension Constructs {
  static let background = Construct<BackgroundValues>(
    "background", as: "a background",
    blank: BackgroundValues(blurred: BlurredBackground()),
    fields: [
      Field(
        "blur", get: { $0.blurred?.blur },
        set: { $0.blurred = BlurredBackground(blur: $1) },
        .number(
          "the strength of the blur in parts of the picture's shorter side",
          in: BlurredBackground.blurRange), .required,
        "The standard deviation of the blur, in parts of the picture's shorter side; `blur` alone is 0.04."
      ),
      Field(
        "color", \.color, .color, .implied(as: "that of `render`, or black"),
        "With `render` and instructions: the colour where no layer is visible."),
    ])
}

extension ValueForm<BackgroundValues> {
  /// A colour, the word `blur`, or a map.
  static var background: Self {
    let color = ValueForm<Color>.color, map = map(Constructs.background)
    return ValueForm(
      "colour, `blur`, or \(map.type)", schema: .any(color.schema(), isBlur, map.schema()),
      write: { values in
        guard let blurred = values.blurred else { return color.write(values.color ?? .black) }
        let isPlain = blurred == BlurredBackground() && values.color == nil
        return isPlain ? .text(blurWord) : map.write(values)
      }
    ) { reader, value, path in
      if value.isBlur { return Constructs.background.blank }
      if value.map != nil { return map.read(&reader, value, path) }
      return color.read(&reader, value, path).map { BackgroundValues(color: $0) }
    }
    .defined(as: "background", "A colour, or a blurred enlargement of the lowest layer.")
  }
}

extension ValueForm<BlurredBackground> {
  /// The word `blur`, or a map without a colour.
  static var blurredBackground: Self {
    let map = ValueForm<BackgroundValues>.map(
      Constructs.background.only(["blur"], as: "the background of a layer"))
    return ValueForm(
      "`blur`, or \(map.type)", schema: .any(isBlur, map.schema()),
      write: { blurred in
        blurred == BlurredBackground()
          ? .text(blurWord) : map.write(BackgroundValues(blurred: blurred))
      }
    ) { reader, value, path in
      if value.isBlur { return BlurredBackground() }
      if value.map == nil {
        return reader.expected(
          "'blur', or {blur: 0.04}; colours are backgrounds of 'render' and instructions",
          in: value)
      }
      return map.read(&reader, value, path).flatMap(\.blurred)
    }
  }
}

extension ValueForm<ClipBackground> {
  /// A blurred background, or `false`.
  static var clipBackground: Self {
    let form = ValueForm<BlurredBackground>.blurredBackground
    return ValueForm(
      "\(form.type), or `false`", schema: .any(["const": false], form.schema()),
      write: { background in
        switch background {
        case .none: .bool(false)
        case .some(let blurred): form.write(blurred)
        }
      }
    ) { reader, value, path in
      if case .bool(false)? = value.scalar?.kind { return ClipBackground.none }
      return form.read(&reader, value, path).map { .some($0) }
    }
  }
}

/// The usual blur.
private let blurWord = "blur"

/// The schema of ``blurWord``.
private var isBlur: JSON { ["const": .text(blurWord)] }

extension SourceValue {
  fileprivate var isBlur: Bool { scalar?.kind == .text && scalar?.text == blurWord }
}
