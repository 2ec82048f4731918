import CCutawayGStreamer
public import CutawayElementKit
import Synchronization

/// A library of elements that GStreamer can load.
///
/// GStreamer looks in `libgstNAME.so` for a C function called `gst_plugin_NAME_get_desc`. Write it
/// in one line, and return ``descriptor``:
///
///     @c(gst_plugin_cutawayeffects_get_desc)
///     public func effects() -> UnsafeRawPointer { effectsPlugin.descriptor }
///
/// A program that links the elements needs no library: it calls ``register()``.
public struct Plugin: Sendable {
  /// The `NAME` in `libgstNAME.so`.
  public let name: String

  /// A sentence about the plugin, for `gst-inspect-1.0`.
  public let summary: String

  /// Who publishes the plugin.
  public let publisher: Publisher

  /// The elements the library offers.
  public let elements: [ElementClass]

  /// The kinds of files that the library recognizes.
  package var typeFinders: [TypeFinder] = []

  /// Describes a plugin.
  ///
  /// - Parameters:
  ///   - name: The `NAME` in `libgstNAME.so`. GStreamer keeps one plugin of each name.
  ///   - summary: A sentence about the plugin.
  ///   - publisher: Who publishes the plugin. State it in a library that you ship.
  ///   - elements: The elements.
  public init(
    _ name: String, _ summary: String, publisher: Publisher = .unknown, elements: ElementClass...
  ) {
    self.name = name
    self.summary = summary
    self.publisher = publisher
    self.elements = elements
  }

  /// Registers the elements in this process, where they replace those of a library.
  ///
  /// - Returns: Whether GStreamer accepted all of them.
  public func register() -> Bool {
    gst_init(nil, nil)
    return registerElements(in: nil)
  }

  /// The plugin description that GStreamer reads when it opens the library; it is never freed.
  public var descriptor: UnsafeRawPointer {
    removeCrashHandlersOfThisLibrary()
    Self.loaded.withLock { $0[self.name] = self }
    let name = g_strdup(name)
    let descriptor = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
    descriptor.initialize(
      to: GstPluginDesc(
        major_version: GST_VERSION_MAJOR, minor_version: GST_VERSION_MINOR, name: name,
        description: g_strdup(summary), plugin_init: { Plugin.registerElements(in: $0) },
        version: g_strdup(publisher.version), license: g_strdup(publisher.license), source: name,
        package: g_strdup(publisher.package), origin: g_strdup(publisher.origin),
        release_datetime: nil,
        _gst_reserved: (nil, nil, nil, nil)))
    return UnsafeRawPointer(descriptor)
  }

  /// GStreamer passes no context to `plugin_init`, which finds its plugin by name.
  private static let loaded = Mutex<[String: Plugin]>([:])

  private static func registerElements(in plugin: OpaquePointer?) -> gboolean {
    let name = String(cString: gst_plugin_get_name(plugin))
    guard let description = loaded.withLock({ $0[name] }) else { return 0 }
    return description.registerElements(in: plugin) ? 1 : 0
  }

  private func registerElements(in plugin: OpaquePointer?) -> Bool {
    elements.allSatisfy { $0.register(plugin, author: publisher.author) }
      && typeFinders.allSatisfy { $0.register(plugin) }
  }
}

/// An element class of a plugin.
public struct ElementClass: Sendable {
  /// The name of the element's factory.
  public let name: String
  /// The rank among elements that programs choose automatically.
  var rank = GST_RANK_NONE
  let makeDispatcher: @Sendable () -> Dispatcher

  /// A video filter that works in place.
  public static func filter<Filter: StatefulVideoFilter>(_: Filter.Type) -> Self {
    Self(name: Filter.name) { VideoFilterClass<Filter>(planar: nil) }
  }

  /// A video filter that works in place, on packed pixels and on planes.
  public static func filter<Filter: PlanarVideoFilter>(_: Filter.Type) -> Self {
    Self(name: Filter.name) { VideoFilterClass<Filter>(planar: PlanarFunctions()) }
  }

  /// A video element that draws each output frame from an input frame.
  public static func renderer<Renderer: FrameRenderer>(_: Renderer.Type) -> Self {
    Self(name: Renderer.name) { FrameRendererClass<Renderer>() }
  }

  /// A video filter that computes each frame from a whole frame.
  package static func painter<Painter: FramePainter>(_: Painter.Type) -> Self {
    Self(name: Painter.name) { FramePainterClass<Painter>() }
  }

  /// A decoder of files with one picture.
  package static func stillDecoder<Decoder: StillDecoder>(_: Decoder.Type) -> Self {
    Self(name: Decoder.name, rank: GST_RANK_PRIMARY) { StillDecoderClass<Decoder>() }
  }

  /// An audio filter that works in place.
  public static func audioFilter<Filter: AudioFilter>(_: Filter.Type) -> Self {
    Self(name: Filter.name) { AudioFilterClass<Filter>() }
  }

  /// A source that plays a timeline.
  package static func source<Source: TimelineSource>(_: Source.Type) -> Self {
    Self(name: Source.name) { TimelineSourceClass<Source>() }
  }

  /// A mixer of video frames.
  public static func mixer<Mixer: FrameMixer>(_: Mixer.Type) -> Self {
    Self(name: Mixer.name) { FrameMixerClass<Mixer>() }
  }

  /// A bin that contains one chain of elements at a time.
  package static func chainSelector<Selector: ChainSelector>(_: Selector.Type) -> Self {
    Self(name: Selector.name) { ChainSelectorClass<Selector>() }
  }

  /// A source or a demuxer that opens something and has a pad for each stream in it.
  package static func streams<Bin: StreamBin>(_: Bin.Type) -> Self {
    Self(name: Bin.name, rank: GST_RANK_PRIMARY) { StreamBinClass<Bin>() }
  }

  /// An element that sets properties of the element after it.
  package static func animator<Animator: PropertyAnimator>(_: Animator.Type) -> Self {
    Self(name: Animator.name) { PropertyAnimatorClass<Animator>() }
  }

  /// An element that passes on buffers during some time ranges only.
  package static func gate<Gate: StreamGate>(_: Gate.Type) -> Self {
    Self(name: Gate.name) { StreamGateClass<Gate>() }
  }

  /// `pixelconvert`: GStreamer's `videoconvert`, but rounding to the nearest between R′G′B′ and
  /// Y′CbCr.
  package static let pixelConverter = Self(name: PixelConverter.name) { PixelConverterBin() }

  func register(_ plugin: OpaquePointer?, author: String) -> Bool {
    let dispatcher = makeDispatcher()
    dispatcher.author = author
    return CutawayElementBridge.register(
      dispatcher, name: name, rank: rank, in: plugin)
  }
}
