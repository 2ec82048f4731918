import CutawayColor
import CutawayDrawing
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawayOverlays
import CutawayTime
import CutawayTypesetting
import Synchronization

/// The fonts and the images of a tree, read once.
final class LayerResources: Sendable, LayerMeasuring {
  /// Where the fonts are from.
  let fonts: FontSources
  let typesetter: Typesetter
  /// The images in memory, by their names.
  let stills: [String: StillImage]
  /// How colours become those of the picture.
  let colors: LayerColors
  private let state = Mutex(State())

  fileprivate struct State {
    var images: [String: any ImageSource] = [:]
    /// The files of still images, each with the frame that drew it last.
    var stills: [(file: StillFile, lastFrame: Int)] = []
    /// The number of the frame that is drawn.
    var frame = 0
    var sizes: [Paragraphs: LayerSize] = [:]
    var failure: ElementError?
  }

  /// - Throws: `ElementError`, which names the font file that is unusable.
  init(
    fonts: FontSources, stills: [String: StillImage] = [:],
    colors: LayerColors = LayerColors(.sdr)
  ) throws(ElementError) {
    (self.fonts, self.stills, self.colors) = (fonts, stills, colors)
    do throws(FontError) {
      typesetter = try Typesetter(fonts: fonts.files, usesSystem: fonts.usesSystem)
    } catch {
      throw ElementError("cannot read the font \(error.file)", code: .unreadable)
    }
  }

  /// The bytes of still images above which those are released that the frame does not need.
  private static let heldByteLimit = 256 << 20

  /// The bytes of the still images of files that are held.
  var heldByteCount: Int { state.withLock { $0.stills.reduce(0) { $0 + $1.file.byteCount } } }

  /// Begins the next frame.
  func beginFrame() { state.withLock { $0.frame += 1 } }

  /// The error of the first image that could not be read.
  var failure: ElementError? { state.withLock(\.failure) }

  /// The pixels of the frame that a presented image shows; `nil` if it cannot be read.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - scale: Returns the scale at which an image of a size is drawn.
  /// - Returns: The pixels, which may have another size than the image.
  func pixels(
    of image: LayerImage, drawnAt scale: (_ width: Double, _ height: Double) -> Double
  ) -> StillImage? {
    self.image(at: image.asset).flatMap { source in
      let pixels = noting { () throws(ElementError) in
        try source.pixels(
          of: Int64(image.frame), scale: scale(Double(source.width), Double(source.height)))
      }
      if let still = source as? StillFile { noteDrawing(of: still) }
      return pixels
    }
  }

  /// Notes that the frame draws an image, and releases others if too many are held.
  private func noteDrawing(of still: StillFile) {
    state.withLock { state in
      if let index = state.stills.firstIndex(where: { $0.file === still }) {
        state.stills[index].lastFrame = state.frame
      }
      state.releaseStills(above: Self.heldByteLimit)
    }
  }

  /// An image; `nil` if it cannot be read.
  private func image(at location: String) -> (any ImageSource)? {
    if let image = state.withLock({ $0.images[location] }) { return image }
    return noting { () throws(ElementError) in
      let image: any ImageSource
      if let still = stills[location] {
        image = still
      } else if let file = try LottieFile(at: location) {
        image = try LottieImage(file, location: location)
      } else {
        let moving = try MovingImage(at: location)
        image = moving.isStill ? StillFile(moving.first, at: location) : moving
      }
      state.withLock { state in
        state.images[location] = image
        guard let still = image as? StillFile else { return }
        state.releaseStills(above: Self.heldByteLimit - still.byteCount)
        state.stills.append((still, 0))
      }
      return image
    }
  }

  /// The result of `body`; keeps its error, if it is the first one.
  private func noting<Value>(_ body: () throws(ElementError) -> Value) -> Value? {
    do throws(ElementError) {
      return try body()
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }

  func frame(of image: LayerImage, at time: MediaTime) -> Int {
    guard let source = self.image(at: image.asset), !source.isStill else { return 0 }
    let time = max(.zero, time)
    // Speeds are finite and small.
    var place = image.speed == 1 ? time : time * (MediaTime(seconds: image.speed) ?? MediaTime(1))
    let loops = image.loops ?? (source is LottieImage || image.asset.lowercased().hasSuffix(".gif"))
    if let range = image.source, range.duration > .zero {
      let count = place.floored(in: range.duration)
      if loops { place = place - range.duration * Int(count) }
      // The last frame stays.
      let last = range.duration - MediaTime(nanoseconds: 1)
      place = range.start + min(place, last)
    }
    let (wanted, repeats) = (place, loops && image.source == nil)
    return noting { () throws(ElementError) in
      Int(try source.frame(at: wanted, loops: repeats))
    } ?? 0
  }

  func size(of content: LayerContent, width: Double?) -> LayerSize? {
    switch content {
    case .box, .gradient, .video, .emitter, .waveform: return nil
    case .text(let text):
      let size = size(of: text.measured(width: width)), insets = text.insets
      // The space after the last letter of a line counts when lines wrap.
      return LayerSize(
        width: size.width + max(0, text.font.letterSpacing) + 2 * insets.x,
        height: size.height + 2 * insets.y)
    case .image(let image):
      return self.image(at: image.asset).map {
        let size = image.size(width: Double($0.width), height: Double($0.height))
        return LayerSize(width: size.width, height: size.height)
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

/// Sizes alone, for times at which no frame is drawn.
struct LayerSizes: LayerMeasuring {
  let resources: LayerResources

  func size(of content: LayerContent, width: Double?) -> LayerSize? {
    resources.size(of: content, width: width)
  }
}

extension LayerResources.State {
  /// Releases images that this frame does not draw, those first that were drawn longest ago.
  fileprivate mutating func releaseStills(above limit: Int) {
    var count = stills.reduce(0) { $0 + $1.file.byteCount }
    if count <= limit { return }
    for still in stills.sorted(by: { $0.lastFrame < $1.lastFrame }) where still.lastFrame < frame {
      count -= still.file.byteCount
      still.file.release()
      if count <= limit { return }
    }
  }
}
