package import CutawayColor
package import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
package import CutawayOverlays
import CutawayRamps
import CutawayTime
import Foundation

/// Draws a tree of layers over a picture: texts, images, shapes and gradients that move, fade and
/// turn.
///
/// The tree is a list of layers in JSON, as `cutaway build` prints it. Images are paths, or names in a map of
/// images: `{"layers": […], "images": {"logo": "1x1:AAD/gA=="}}`.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! \
///   layertree tree='[{"content":{"text":{"_0":{"source":{"spans":{"_0":[{"string":"Summer","style":{}}]}}}}}}]' ! \
///   videoconvert ! autovideosink
/// ```
package struct LayerTreeMixer: FrameMixer, Hashable {
  /// The factory name in GStreamer.
  package static let name = "layertree"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Draws a tree of layers over a picture"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace]
  /// One picture.
  package static var inputLimit: Int? { 1 }
  /// Pictures have the format of the output.
  package static var inputMatching: InputMatching { .format }

  /// The layers, from the bottom to the top.
  @Property("A list of layers in JSON, as 'cutaway build' prints it; images are paths")
  package var tree = Shared(SharedLayers())
  /// A file with the layers.
  @Property("A file with the layers, instead of 'tree'")
  package var location = ""
  /// The fonts of texts.
  @Property("The fonts of texts in JSON, as 'cutaway build' prints them")
  package var fonts = Shared(FontSources())
  /// The width of the coordinate system.
  @Property("The width of the coordinate system in pixels; 0 is that of the picture")
  package var width: UInt32 = 0
  /// The height of the coordinate system.
  @Property("The height of the coordinate system in pixels; 0 is that of the picture")
  package var height: UInt32 = 0
  /// The time of the layers at the start of the stream, in seconds.
  @Property("The time of the layers in seconds at the start of the stream")
  package var start = "0"

  /// When the layers are visible: `START..END` in seconds of stream time, split by semicolons.
  @Property(
    "Windows START..END of stream time in seconds in which layers are visible; empty is always")
  package var windows = Shared(TimeWindows())
  /// The transfer function of the picture: the white of layers is that of SDR, 203 cd/m².
  @Property("The transfer function of the picture: sdr, or with BT.2020 colours hlg or pq")
  package var transfer = TransferFunction.sdr
  /// The memory for bitmaps that later frames may need, in bytes.
  ///
  /// A frame may need more. The picture does not depend on it.
  @Property("The bytes of drawn layers that are kept for later frames; 0 keeps none")
  package var cacheSize: UInt64 = 64 << 20

  /// Creates an element without layers.
  package init() {}

  /// The parsed tree, and what has been drawn.
  package struct State: Sendable {
    let output: MixerFormat
    var scene: LayerScene?
    var bitmaps = BitmapCache()
    var resources: LayerResources?
    let memory: LayerMemory

    /// How many bitmaps have been drawn.
    package var drawnBitmapCount: Int { bitmaps.drawnCount }
    /// The bytes of the still images of files that are held.
    package var heldImageByteCount: Int { resources?.heldByteCount ?? 0 }
    /// The size in bytes of the bitmaps that are kept.
    package var keptByteCount: Int { bitmaps.byteCount }
  }

  /// What a frame shows.
  package struct Plan: Sendable {
    let stack: LayerStack
    let bitmaps: [PixelBitmap]
  }

  /// A picture with alpha keeps it.
  package func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { haveAlpha }

  /// Creates the state for an output format.
  package func makeState(for output: MixerFormat) -> State {
    State(output: output, memory: LayerMemory(for: output))
  }

  /// Presents the tree, and draws the bitmaps that it needs and that do not exist yet.
  ///
  /// - Throws: `ElementError` if the tree cannot be read, or an image in it.
  package func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout State
  ) throws(ElementError) -> MixerPlan<Plan> {
    guard inputs.first?.format != nil else { return .nothing }
    var scene = try scene(of: state, frame: MediaTime(time.seconds, over: time.frames))
    let resources = try resources(of: state, stills: scene.stills)
    if resources !== state.resources { state.bitmaps = BitmapCache() }
    state.resources = resources
    resources.beginFrame()
    let now = MediaTime(time.index * time.seconds, over: time.frames)
    if !scene.isVisible(at: now) {
      state.scene = scene
      return .handOn(0)
    }
    let drawings = scene.drawings(at: now, resources)
    state.scene = scene
    if let failure = resources.failure { throw failure }
    var bitmaps: [PixelBitmap] = [], layers: [StackLayer] = []
    if !scene.showsPicture { layers.append(.picture(PictureLayer(0))) }
    for drawing in drawings {
      switch drawing.content {
      case .picture(let matrix, let visible):
        layers.append(
          .picture(PictureLayer(0, matrix, visible: visible, opacity: drawing.opacity)))
      case .bitmap(let key, let matrix):
        guard let bitmap = try state.bitmaps.bitmap(of: key, resources) else { continue }
        bitmaps.append(bitmap.pixels)
        layers.append(
          .bitmap(
            BitmapLayer(
              inputs.count + bitmaps.count - 1, bitmap.pixels.format,
              hasClearBorder: bitmap.hasClearBorder,
              transform: bitmap.place.concatenating(matrix),
              opacity: drawing.opacity, blending: drawing.blending)))
      }
    }
    if let failure = resources.failure { throw failure }
    state.bitmaps.endFrame(keeping: Int(clamping: cacheSize))
    if bitmaps.isEmpty, !scene.showsPicture { return .handOn(0) }
    let stack = LayerStack(
      layers, over: scene.showsPicture ? .black : nil, memory: state.memory,
      coding: resources.colors.coding)
    return .draw(Plan(stack: stack, bitmaps: bitmaps))
  }

  /// The fonts and images of the current settings, which are kept while these stay.
  private func resources(
    of state: State, stills: [String: StillImage]
  ) throws(ElementError) -> LayerResources {
    let fonts = try fonts.value(of: "fonts")
    if let resources = state.resources, resources.fonts == fonts, resources.stills == stills,
      resources.colors.transfer == transfer
    {
      return resources
    }
    return try LayerResources(
      fonts: fonts, stills: stills, colors: LayerColors(transfer))
  }

  /// The scene of the current settings, which is kept while they stay.
  private func scene(of state: State, frame: MediaTime) throws(ElementError) -> LayerScene {
    if let scene = state.scene, scene.settings == self { return scene }
    let shown = try layers()
    if let fault = LayerCount(shown.layers).fault {
      throw ElementError("tree: \(fault)", code: .invalidSettings)
    }
    guard let start = MediaTime(start) else {
      throw ElementError("start: '\(start)' is not a number of seconds", code: .invalidSettings)
    }
    let output = (width: state.output.width, height: state.output.height)
    let size = PixelSize(
      width: width > 0 ? Int(width) : output.width, height: height > 0 ? Int(height) : output.height
    )
    return LayerScene(
      settings: self, tree: LayerTree(size: size, layers: shown.layers, frameDuration: frame),
      stills: shown.images, start: start, windows: try windows.value(of: "windows"),
      output: state.output)
  }

  /// The layers of the setting, or of the file.
  private func layers() throws(ElementError) -> SharedLayers {
    let layers = try tree.value(of: "tree")
    if location.isEmpty { return layers }
    if !layers.layers.isEmpty {
      throw ElementError("'tree' and 'location' exclude each other", code: .invalidSettings)
    }
    // A composition file is not longer either.
    let limit = 4 << 20
    guard let path = localPath(location), let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: limit + 1)
    else {
      throw ElementError("location: cannot read \(location)", code: .unreadable)
    }
    if data.count > limit {
      throw ElementError("location: \(location) is larger than 4 MiB", code: .invalidSettings)
    }
    return try Shared<SharedLayers>(text: String(decoding: data, as: UTF8.self))
      .value(of: "location")
  }

  /// Only the first input is a picture.
  package static func draws(_ input: Int, plan: Plan) -> Bool { input == 0 }

  /// Draws the layers over the picture.
  package static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: Plan
  ) {
    plan.stack.render(frames.with(plan.bitmaps), into: &band)
  }

  /// Draws the layers over a picture with alpha.
  package static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: Plan
  ) {
    plan.stack.render(frames.with(plan.bitmaps), into: &band)
  }
}
