import CutawayDrawing
import CutawayElementKit
import CutawayMedia
import CutawayOverlays
import Synchronization

/// The fonts and the images of a tree, read once.
final class LayerResources: Sendable, LayerMeasuring {
  let typesetter = Typesetter()
  private let state = Mutex(State())

  private struct State {
    var images: [String: StillPixels] = [:]
    var sizes: [Paragraphs: LayerSize] = [:]
    var failure: ElementError?
  }

  /// The error of the first image that could not be read.
  var failure: ElementError? { state.withLock(\.failure) }

  /// The pixels of an image; `nil` if it cannot be read.
  func image(at location: String) -> StillPixels? {
    if let image = state.withLock({ $0.images[location] }) { return image }
    do throws(ElementError) {
      let image = try StillPixels(at: location)
      state.withLock { $0.images[location] = image }
      return image
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }

  func size(of content: LayerContent, width: Double?) -> LayerSize? {
    switch content {
    case .box, .gradient: return nil
    case .text(let text): return size(of: text.paragraphs(width: width))
    case .image(let image):
      return self.image(at: image.asset).map {
        LayerSize(width: Double($0.width), height: Double($0.height))
      }
    case .shape(let shape):
      guard case .path(let data) = shape.outline else { return nil }
      // The file reader has checked the path; without one, nothing is drawn.
      guard let bounds = try? LayerPath(svg: data).bounds else { return nil }
      return LayerSize(
        width: max(0, bounds.x + bounds.width), height: max(0, bounds.y + bounds.height))
    }
  }

  private func size(of text: Paragraphs) -> LayerSize {
    if let size = state.withLock({ $0.sizes[text] }) { return size }
    let measured = typesetter.size(of: text)
    let size = LayerSize(width: measured.width, height: measured.height)
    state.withLock { state in
      // A text that changes with each frame must not fill the memory.
      if state.sizes.count > 1_000 { state.sizes = [:] }
      state.sizes[text] = size
    }
    return size
  }
}

extension LayerText {
  /// The text for a typesetter, wrapped in a width.
  func paragraphs(width: Double?) -> Paragraphs {
    let side: Paragraphs.Alignment =
      switch alignment {
      case .natural: .natural
      case .left: .left
      case .center: .center
      case .right: .right
      }
    return Paragraphs(
      string, families: font.families, size: font.size, weight: font.weight,
      isItalic: font.isItalic, alignment: side, width: width)
  }
}
