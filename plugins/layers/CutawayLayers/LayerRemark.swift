package import CutawayElementKit
import CutawayKeyframes
package import CutawayOverlays
package import CutawayTime

/// A layer that is probably not as intended.
package struct LayerRemark: Sendable, Hashable {
  /// The keys and indices of the layer.
  package let path: [String]
  /// What is wrong with it.
  package let kind: Kind

  /// What is wrong with a layer.
  package enum Kind: Sendable, Hashable {
    /// A text is larger than its layer at all times, by some pixels.
    case cutText(text: String, width: Double, height: Double, isClipped: Bool)
    /// One of several texts exceeds the picture at a time, by some pixels.
    case textBeyondPicture(text: String, at: MediaTime, pixels: Double)
    /// The layer is never visible, for a reason.
    case unseen(String)
    /// An image is enlarged.
    case enlargedImage(asset: String, factor: Double)
    /// An animation begins when its layer has ended, at times of the layer's clock.
    case lateAnimation(LayerProperty, begin: MediaTime, end: MediaTime)
  }

  /// Checks layers at some times of a composition: the ends and the middle of ranges, and sixteen
  /// places between them.
  ///
  /// What happens only between these times is not noticed.
  ///
  /// - Parameters:
  ///   - layers: The layers, with their paths.
  ///   - fonts: The fonts.
  ///   - size: The size of the picture.
  ///   - duration: The duration of the composition.
  ///   - imageSize: The size of an asset in pixels; `nil` for one without pixels of its own.
  /// - Returns: The remarks, in the order of the layers.
  /// - Throws: `ElementError`, which names a font file that cannot be read.
  package static func remarks(
    on layers: [(path: [String], layer: OverlayLayer)], _ fonts: FontSources, size: PixelSize,
    duration: MediaTime, imageSize: @escaping @Sendable (String) -> PixelSize?
  ) throws(ElementError) -> [LayerRemark] {
    let resources = try LayerResources(fonts: fonts)
    // Trees that programs write may have thousands of layers.
    return layers.prefix(200).flatMap { path, layer in
      var inspection = LayerInspection(
        LayerTree(size: size, layers: [layer]), duration: duration,
        measure: InspectionSizes(resources: resources, imageSize: imageSize))
      return inspection.remarks(path)
        + lateAnimations(of: layer, path, LayerClock(), end: duration)
    }
  }
}

/// Sizes without opening images.
private struct InspectionSizes: LayerMeasuring {
  let resources: LayerResources
  let imageSize: @Sendable (String) -> PixelSize?

  func size(of content: LayerContent, width: Double?) -> LayerSize? {
    guard case .image(let image) = content else {
      return resources.size(of: content, width: width)
    }
    return imageSize(image.asset).map { size in
      let own = image.size(width: Double(size.width), height: Double(size.height))
      return LayerSize(width: own.width, height: own.height)
    }
  }
}

/// What one layer and the layers in it show in the course of a composition.
private struct LayerInspection {
  private let tree: LayerTree
  private let duration: MediaTime
  private let measure: InspectionSizes
  private var states: [[Int]: State] = [:]

  /// What a layer has shown.
  private struct State {
    var isInPicture = false
    var enlargement = 0.0
    /// A text that exceeds the picture more than others.
    var beyond: (text: LayerText, time: MediaTime, pixels: Double)?
    /// By how much a text exceeds its layer at least.
    var excess: (width: Double, height: Double)?
  }

  init(_ tree: LayerTree, duration: MediaTime, measure: InspectionSizes) {
    (self.tree, self.duration, self.measure) = (tree, duration, measure)
  }

  mutating func remarks(_ path: [String]) -> [LayerRemark] {
    guard let layer = tree.layers.first else { return [] }
    for time in times(of: layer) {
      for shown in tree.presentation(at: time, measuring: measure) {
        _ = look(at: shown, around: .identity, time)
      }
    }
    return remarks(on: layer, [0], path)
  }

  /// The times at which a tree is looked at.
  private func times(of layer: OverlayLayer) -> [MediaTime] {
    var times: Set<MediaTime> = []
    func add(_ layer: OverlayLayer, _ clock: LayerClock) {
      if times.count > 2_000 { return }
      let range =
        layer.range.map {
          TimeRange(start: clock.outermost($0.start), end: clock.outermost($0.end))
        }
        ?? TimeRange(start: .zero, duration: duration)
      let start = max(range.start, .zero), end = min(range.end, duration)
      let own = clock.adding(layer)
      if start < end {
        for step in 0...16 { times.insert(start + (end - start) * step / 16) }
        times.insert(max(start, end - MediaTime(1, over: 1_000)))
      }
      if case .text(let text) = layer.content, case .instants(let instants) = text.source {
        // Of many texts, the longest ones are the most likely to have no room.
        let long = instants.sorted { $0.spans.letters > $1.spans.letters }
        times.formUnion((instants.prefix(50) + long.prefix(50)).map { own.outermost($0.time) })
      }
      for inner in layer.layers { add(inner, own) }
    }
    add(layer, LayerClock())
    return times.filter { $0 >= .zero && $0 < duration }.sorted()
  }

  /// Looks at a layer with the layers in it.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - around: From the layer around to the picture.
  ///   - time: The time.
  /// - Returns: Whether something of it lies in the picture.
  private mutating func look(
    at layer: PresentedLayer, around: TransformMatrix, _ time: MediaTime
  ) -> Bool {
    let matrix = layer.matrix.concatenating(around), key = layer.path.map(\.index)
    let picture = Rectangle(
      x: 0, y: 0, width: Double(tree.size.width), height: Double(tree.size.height))
    var isIn = !matrix.boundingBox(of: layer.ownArea).intersection(picture).isEmpty
    for inner in layer.layers { isIn = look(at: inner, around: matrix, time) || isIn }
    var state = states[key] ?? State()
    if isIn { state.isInPicture = true }
    switch layer.content {
    case .image(let image):
      guard let pixels = measure.imageSize(image.asset), !image.contentsRect.isEmpty else { break }
      let own = image.size(width: Double(pixels.width), height: Double(pixels.height))
      let area = image.gravity.area(
        width: own.width, height: own.height, in: layer.width, layer.height)
      let factor =
        max(area.width / own.width, area.height / own.height) * matrix.largestScale / image.scale
      if isIn { state.enlargement = max(state.enlargement, factor) }
    case .text(let text):
      let box = matrix.boundingBox(of: layer.resting.ownArea)
      let beyond = max(
        -box.x, -box.y, box.x + box.width - picture.width, box.y + box.height - picture.height)
      if !text.start.isEmpty, beyond > state.beyond?.pixels ?? 1 {
        state.beyond = (text, time, beyond)
      }
      let size = measure.size(of: layer.content, width: text.wraps ? layer.width : nil)
      guard let size, !text.shrinksToFit, text.truncation == .none, text.maximumLines == nil else {
        break
      }
      let excess = (max(0, size.width - layer.width), max(0, size.height - layer.height))
      state.excess =
        state.excess.map { (min($0.width, excess.0), min($0.height, excess.1)) } ?? excess
    default: break
    }
    states[key] = state
    return isIn
  }

  private func remarks(
    on layer: OverlayLayer, _ key: [Int], _ path: [String]
  ) -> [LayerRemark] {
    func remark(_ kind: LayerRemark.Kind) -> LayerRemark { LayerRemark(path: path, kind: kind) }
    guard let state = states[key] else {
      let isLate = layer.range.map { key.count == 1 && $0.start >= duration } ?? false
      return [
        remark(
          .unseen(
            isLate
              ? "its range begins after the end of the composition"
              : "it is hidden or transparent, or has no text or time"))
      ]
    }
    if !state.isInPicture { return [remark(.unseen("it lies outside of the picture"))] }
    var remarks: [LayerRemark] = []
    if case .image(let image) = layer.content, state.enlargement > 2.005 {
      remarks.append(remark(.enlargedImage(asset: image.asset, factor: state.enlargement)))
    }
    // A text without a size of its own fits; letters may exceed their line a little.
    if case .text(let text) = layer.content, layer.width != nil || layer.height != nil,
      let excess = state.excess, excess.width > 1 || excess.height > 1
    {
      remarks.append(
        remark(
          .cutText(
            text: text.start, width: excess.width, height: excess.height,
            isClipped: layer.masksToBounds)))
    }
    // A single text may lie there on purpose.
    if case .text(let text) = layer.content, case .instants = text.source, layer.animations.isEmpty,
      let beyond = state.beyond
    {
      remarks.append(
        remark(
          .textBeyondPicture(
            text: beyond.text.start, at: beyond.time, pixels: beyond.pixels)))
    }
    return remarks
      + layer.layers.enumerated().flatMap { index, inner in
        self.remarks(on: inner, key + [index], path + ["layers", "\(index)"])
      }
  }
}

extension PresentedLayer {
  /// The layer without larger words, which pop for a moment.
  fileprivate var resting: PresentedLayer {
    guard case .text(var text) = content, case .spans(var spans) = text.source else { return self }
    for index in spans.indices { spans[index].style.scale = nil }
    text.source = .spans(spans)
    var layer = self
    layer.content = .text(text)
    return layer
  }
}

extension Array<LayerTextSpan> {
  /// The number of letters.
  fileprivate var letters: Int { reduce(0) { $0 + $1.string.count } }
}

extension LayerText {
  /// The first words, for messages.
  fileprivate var start: String {
    let text =
      switch source {
      case .spans(let spans): spans.map(\.string).joined()
      case .instants(let instants):
        instants.first { !$0.spans.isEmpty }?.spans.map(\.string).joined() ?? ""
      case .words(let words): words.words.map(\.string).joined(separator: words.separator)
      case .captions(let captions): captions.asset
      }
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return line.count > 24 ? line.prefix(23) + "…" : line
  }
}
