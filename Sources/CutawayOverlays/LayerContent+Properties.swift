extension LayerContent {
  /// The value of a property of the content; `nil` if the content does not have it.
  subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch self {
      case .text(let text): text[property]
      case .shape(let shape): shape[property]
      case .gradient(let gradient): gradient[property]
      case .image(let image): image[property]
      case .waveform(let waveform): property == .color ? .color(waveform.color) : nil
      case .box, .video, .emitter: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .text(var text):
        text[property] = newValue
        self = .text(text)
      case .shape(var shape):
        shape[property] = newValue
        self = .shape(shape)
      case .gradient(var gradient):
        gradient[property] = newValue
        self = .gradient(gradient)
      case .image(var image):
        image[property] = newValue
        self = .image(image)
      case .waveform(var waveform):
        if property == .color, case .color(let color) = newValue { waveform.color = color }
        self = .waveform(waveform)
      case .box, .video, .emitter: break
      }
    }
  }
}

extension LayerContent {
  /// Whether a length that is not stated follows from the other one: images that are scaled as a whole.
  var keepsShape: Bool {
    guard case .image(let image) = self else { return false }
    return image.contentsCenter == Rectangle(x: 0, y: 0, width: 1, height: 1)
  }

  /// The size of content without a size of its own in a layer around.
  func usualSize(in around: LayerSize) -> LayerSize {
    guard case .waveform(let waveform) = self else { return around }
    if waveform.style != .circle {
      return LayerSize(width: around.width * 0.8, height: around.height * 0.2)
    }
    let side = min(around.width, around.height) * 0.6
    return LayerSize(width: side, height: side)
  }
}

extension LayerText {
  fileprivate subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch property {
      case .color: .color(color)
      case .fontSize: .number(font.size)
      default: nil
      }
    }
    set {
      switch (property, newValue) {
      case (.color, .color(let color)?): self.color = color
      case (.fontSize, .number(let number)?): font.size = number.limited(to: 0...10_000)
      default: break
      }
    }
  }
}

extension LayerShape {
  fileprivate subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch property {
      case .fill: .color(fill ?? Color(red: 0, green: 0, blue: 0, alpha: 0))
      case .strokeColor: stroke.map { .color($0.color) }
      case .lineWidth: stroke.map { .number($0.width) }
      case .strokeStart: stroke.map { .number($0.start) }
      case .strokeEnd: stroke.map { .number($0.end) }
      case .lineDashPhase: stroke.map { .number($0.dashPhase) }
      case .path: if case .path(let data) = outline { .path(data) } else { nil }
      default: nil
      }
    }
    set {
      switch (property, newValue) {
      case (.fill, .color(let color)?): fill = color
      case (.strokeColor, .color(let color)?): stroke?.color = color
      case (.lineWidth, .number(let number)?): stroke?.width = number.limited(to: 0...10_000)
      case (.strokeStart, .number(let number)?): stroke?.start = number
      case (.strokeEnd, .number(let number)?): stroke?.end = number
      case (.lineDashPhase, .number(let number)?):
        stroke?.dashPhase = number.limited(to: -1e6...1e6)
      case (.path, .path(let data)?): outline = .path(data)
      default: break
      }
    }
  }
}

extension LayerGradient {
  fileprivate subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch property {
      case .startPoint: .point(from)
      case .endPoint: .point(to)
      case .colors: .colors(colors)
      case .locations: .numbers(evenLocations)
      default: nil
      }
    }
    set {
      switch (property, newValue) {
      case (.startPoint, .point(let point)?): from = point
      case (.endPoint, .point(let point)?): to = point
      case (.colors, .colors(let colors)?): self.colors = colors
      case (.locations, .numbers(let numbers)?):
        locations = numbers.map { $0.limited(to: 0...1) }
      default: break
      }
    }
  }

  /// The place of each colour; without ``locations``, they are even.
  private var evenLocations: [Double] {
    if !locations.isEmpty || colors.count < 2 { return locations }
    return colors.indices.map { Double($0) / Double(colors.count - 1) }
  }
}

extension LayerImage {
  fileprivate subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch property {
      case .contents: .image(asset)
      case .contentsRect: .rectangle(contentsRect)
      case .contentsRectX: .number(contentsRect.x)
      case .contentsRectY: .number(contentsRect.y)
      case .contentsRectWidth: .number(contentsRect.width)
      case .contentsRectHeight: .number(contentsRect.height)
      default: nil
      }
    }
    set {
      switch (property, newValue) {
      case (.contents, .image(let asset)?): self.asset = asset
      case (.contentsRect, .rectangle(let rectangle)?): contentsRect = rectangle
      case (.contentsRectX, .number(let number)?): contentsRect.x = number
      case (.contentsRectY, .number(let number)?): contentsRect.y = number
      case (.contentsRectWidth, .number(let number)?): contentsRect.width = number
      case (.contentsRectHeight, .number(let number)?): contentsRect.height = number
      default: break
      }
    }
  }
}
