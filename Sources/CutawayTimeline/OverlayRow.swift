package import CutawayModel
import CutawayOverlays
import CutawayTime

/// The row of a layer over the picture.
package struct OverlayRow: Sendable, Hashable {
  /// The index of the layer in the composition.
  package let index: Int
  /// The kind of the layer, and its text, its image or its name: `text: Summer`.
  package let label: String
  /// The area of the whole duration, in pixels.
  package let frame: Rectangle
  /// The area of the time in which the layer exists.
  package let body: Rectangle
  /// The opacity while the layer exists, from left to right, with its passages and animations.
  package private(set) var curve: [Drawing.Point] = []

  /// The maximum number of rows.
  static let shownAtMost = 16

  init(
    _ layer: OverlayLayer, at index: Int, of composition: Composition, _ size: PixelSize,
    in frame: Rectangle, _ scale: TimeScale
  ) {
    (self.index, self.frame) = (index, frame)
    label = layer.label
    let whole = TimeRange(start: .zero, duration: scale.duration)
    guard let shown = (layer.range ?? whole).intersection(whole), shown.duration > .zero else {
      body = Rectangle(x: frame.x, y: frame.y, width: 0, height: frame.height)
      return
    }
    body = frame.part(of: shown, scale)
    // Only the opacity of the layer itself is of interest.
    var alone = layer
    (alone.layers, alone.mask, alone.copies) = ([], [], nil)
    if case .emitter = alone.content { alone.content = .box }
    let tree = LayerTree(size: size, layers: [alone])
    let count = max(2, min(256, Int(body.width / 2))), last = MediaTime(1, over: 1_000_000)
    for step in 0...count {
      let time = min(
        shown.start + shown.duration * step / MediaTime(Int64(count)), shown.end - last)
      let opacity = tree.presentation(at: time, measuring: NoSizes()).first?.opacity ?? 0
      curve.append(
        Drawing.Point(
          scale.x(time), frame.maxY - 3 - (frame.height - 6) * opacity))
    }
  }

  /// The opacity does not depend on sizes.
  private struct NoSizes: LayerMeasuring {
    func size(of content: LayerContent, width: Double?) -> LayerSize? { nil }
  }

  var shapes: [Drawing.Shape] {
    var shapes: [Drawing.Shape] = [.rectangle(frame, fill: Theme.row, cornerRadius: 4)]
    if body.width > 0 {
      shapes.append(
        .rectangle(
          Rectangle(x: body.x, y: body.y, width: max(1, body.width - 1), height: body.height),
          fill: Theme.color(ofTrack: index + 3).darker(0.45), cornerRadius: 4))
    }
    // A layer that is always opaque needs no curve.
    if curve.contains(where: { $0.y > frame.y + 3.001 }) {
      shapes += [
        .path(curve, .init(Color.black.opacity(0.6), width: 4)),
        .path(curve, .init(Theme.curve, width: 2)),
      ]
    }
    // The name of a short layer may be longer than its body.
    let room = max(body.width, min(160, frame.width)) - 14
    let x = min(body.x + 7, frame.maxX - room - 7)
    shapes.append(
      .text(
        .init(
          label, at: .init(x, frame.y + 17), size: 12, color: Theme.text, maximumWidth: room)))
    return shapes
  }
}

extension OverlayLayer {
  /// The kind of the layer, and its text, its image or its name.
  fileprivate var label: String {
    let (kind, text) =
      switch content {
      case .box: ("layer", layers.lazy.compactMap(\.text).first)
      case .text(let text): ("text", text.start)
      case .image(let image): ("image", image.asset)
      case .shape: ("shape", nil as String?)
      case .gradient: ("gradient", nil)
      case .video: ("picture", nil)
      case .emitter: ("particles", nil)
      case .waveform(let waveform): ("waveform", waveform.name)
      }
    return [kind, id ?? text].compactMap(\.self).joined(separator: ": ")
  }

  /// The text of the layer or of the first one in it that has one.
  private var text: String? {
    if case .text(let text) = content { return text.start }
    return layers.lazy.compactMap(\.text).first
  }
}

extension LayerWaveform {
  /// The name of the asset or of the track.
  fileprivate var name: String? {
    switch sound {
    case .asset(let name), .track(let name): name
    case .mix: nil
    }
  }
}

extension LayerText {
  /// The first text, on one line.
  fileprivate var start: String {
    let text =
      switch source {
      case .spans(let spans): spans.map(\.string).joined()
      case .instants(let instants):
        instants.first { !$0.spans.isEmpty }?.spans.map(\.string).joined() ?? ""
      case .words(let words): words.words.map(\.string).joined(separator: words.separator)
      case .captions(let captions): captions.asset
      }
    return text.replacing("\n", with: " ")
  }
}
