import CutawayElementKit
import CutawayModel
import CutawayTime
import Synchronization

/// A custom compositor at work, for one export, generator or player.
final class CompositingSession: @unchecked Sendable {
  // The compositor is the program's own, and called by one thread at a time. All else does not change
  // or is in a `Mutex`.

  /// An instruction with the tracks whose frames it gets, in the order of the element's pads.
  struct Entry: @unchecked Sendable {
    // The instruction is the program's own, which must not change it during an export.
    let range: TimeRange
    let instruction: any AVVideoCompositionInstructionProtocol
    let tracks: [CMPersistentTrackID]
    /// Whether the compositor wants no frames at all; the element has inputs in any case.
    var hidesFrames = false
    /// The tracks as the element's property states them.
    var trackText: String {
      (hidesFrames ? "none:" : "") + tracks.map { "\($0)" }.joined(separator: ",")
    }
  }

  /// The number by which the element finds the session.
  let id: Int
  private let instance: CompositorInstance
  var compositor: any AVVideoCompositing { instance.compositor }
  let format: PixelFormat
  /// The ``PlaneCoding`` of the format, if it has planes.
  let coding: any Sendable
  /// The element that calls the compositor.
  let elementName: String
  private let composition: AVVideoComposition
  private let entries: [Entry]
  private let state = Mutex(State())

  private struct State {
    var context: AVVideoCompositionRenderContext?
    var error: AVError?
    /// The memory of source frames by their size.
    var pools: [[Int]: CVPixelBufferPool] = [:]
  }

  /// How long a compositor may take for a frame.
  private static let patience = DispatchTimeInterval.seconds(20)

  /// Makes a compositor known to the element.
  ///
  /// - Throws: ``AVError`` if it wants a pixel format that is not supported.
  init(
    _ instance: CompositorInstance, for composition: AVVideoComposition, entries: [Entry]
  ) throws(AVError) {
    self.instance = instance
    let compositor = instance.compositor, type = type(of: compositor)
    let wanted = Self.formats(compositor.requiredPixelBufferAttributesForRenderContext)
    let sources =
      (compositor.sourcePixelBufferAttributes as Any?).map { Self.formats($0) } ?? wanted
    guard
      let (code, kind) = wanted.lazy.filter({ sources.contains($0) })
        .compactMap({ code in Self.kinds[code].map { (code, $0) } }).first,
      let format = PixelFormat.of(code)
    else {
      throw AVError(
        .invalidVideoComposition,
        "the compositor \(type) needs one of 32BGRA, 420v, 420f, 422v, 422f, x420, xf20, x422 and xf22 for "
          + "sources and for the render context under kCVPixelBufferPixelFormatTypeKey")
    }
    (self.format, self.composition, self.entries) = (format, composition, entries)
    (coding, elementName) = (kind.coding, kind.element)
    id = Self.nextID.withLock { id in
      id += 1
      return id
    }
    let this = Weak(self)
    Self.all.withLock { $0[id] = this }
  }

  deinit { _ = Self.all.withLock { $0.removeValue(forKey: id) } }

  private static let nextID = Mutex(0)
  private static let all = Mutex<[Int: Weak]>([:])

  private struct Weak: Sendable {
    weak var session: CompositingSession?
    init(_ session: CompositingSession) { self.session = session }
  }

  /// The session with a number.
  static func session(_ id: Int) -> CompositingSession? { all.withLock { $0[id]?.session } }

  /// What draws frames of a pixel format.
  private struct Kind: Sendable {
    var element: String
    var coding: any Sendable
  }

  /// What draws frames of the pixel formats that compositors may have.
  private static let kinds: [OSType: Kind] = {
    func planar(_ planes: any CompositingPlanes.Type, isFullRange: Bool) -> Kind {
      if case .planar(_, depth: 8) = planes.layout {
        return Kind(
          element: planes.name, coding: PlaneCoding<UInt8>(depth: 8, isFullRange: isFullRange))
      }
      return Kind(
        element: planes.name, coding: PlaneCoding<UInt16>(depth: 10, isFullRange: isFullRange))
    }
    return [
      kCVPixelFormatType_32BGRA: Kind(element: PackedCompositing.name, coding: ()),
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: planar(Halved.self, isFullRange: false),
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: planar(Halved.self, isFullRange: true),
      kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: planar(
        HalvedColumns.self, isFullRange: false),
      kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: planar(HalvedColumns.self, isFullRange: true),
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: planar(DeepHalved.self, isFullRange: false),
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: planar(DeepHalved.self, isFullRange: true),
      kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: planar(
        DeepHalvedColumns.self, isFullRange: false),
      kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: planar(
        DeepHalvedColumns.self, isFullRange: true),
    ]
  }()

  private static func formats(_ attributes: Any) -> [OSType] {
    let attributes = attributes as? [String: Any] ?? [:]
    func code(_ value: Any) -> OSType? {
      (value as? OSType) ?? (value as? Int).map { OSType(truncatingIfNeeded: $0) }
        ?? (value as? NSNumber).map { OSType(truncatingIfNeeded: $0.int64Value) }
    }
    let value = attributes[kCVPixelBufferPixelFormatTypeKey]
    if let list = value as? [Any] { return list.compactMap(code) }
    return value.flatMap(code).map { [$0] } ?? []
  }

  /// Why a frame could not be drawn.
  var error: AVError? { state.withLock { $0.error } }

  /// The instruction at a time of the composition.
  func entry(at time: MediaTime) -> Entry? { entries.last { $0.range.contains(time) } }

  /// Memory for a source frame that nobody uses.
  func sourceBuffer(width: Int, height: Int) -> CVPixelBuffer {
    state.withLock { state in
      let pool =
        state.pools[[width, height]] ?? CVPixelBufferPool(format, width: width, height: height)
      state.pools[[width, height]] = pool
      return pool.next()
    }
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - entry: The instruction.
  ///   - time: The time of the composition.
  ///   - sources: The frames of the instruction's tracks, in their order.
  ///   - width: The columns of the output.
  ///   - height: The rows of the output.
  ///   - transfer: The colours of the frames.
  /// - Returns: The frame; `nil` if there is nothing to show, or if the compositor failed.
  func compose(
    _ entry: Entry, at time: MediaTime, _ sources: [CVPixelBuffer?], width: Int, height: Int,
    in transfer: TransferFunction
  ) -> CVPixelBuffer? {
    let (context, isNew) = state.withLock { state in
      if let context = state.context, Int(context.size.width) == width,
        Int(context.size.height) == height, context.transfer == transfer
      {
        return (context, false)
      }
      let context = AVVideoCompositionRenderContext(
        composition, width: width, height: height, format: format, in: transfer)
      state.context = context
      return (context, true)
    }
    // Elements of different instructions draw side by side.
    instance.turn.lock()
    defer { instance.turn.unlock() }
    if isNew { compositor.renderContextChanged(context) }
    let request = AVAsynchronousVideoCompositionRequest(
      context, at: CMTime(time), entry.instruction,
      sources: zip(entry.tracks, sources).map { ($0, $1) })
    compositor.startRequest(request)
    do {
      let frame = try request.result(within: Self.patience).get()
      if let frame, frame.width != width || frame.height != height {
        Log.warnOnce(
          "the compositor \(type(of: compositor)) gave a frame of \(frame.width)×\(frame.height), which is not shown: "
            + "those of the render context have \(width)×\(height)")
      }
      return frame
    } catch {
      // A request that a seek cancels has nothing to show, and is no failure.
      if error.code != .operationCancelled {
        state.withLock { state in state.error = state.error ?? error }
      }
      return nil
    }
  }

  /// Cancels all requests, at the end of the work and before a seek.
  func finish() { compositor.cancelAllPendingVideoCompositionRequests() }
}

/// The compositor of a video composition, which programs may set up before it works.
final class CompositorInstance: @unchecked Sendable {
  // The compositor is the program's own.
  let compositor: any AVVideoCompositing
  /// Held while the compositor draws a frame.
  let turn = NSLock()

  /// Creates a compositor.
  ///
  /// - Throws: ``AVError`` if its class is no subclass of `NSObject`.
  init(_ type: any AVVideoCompositing.Type) throws(AVError) {
    guard let compositor = make(type) else {
      throw AVError(
        .invalidVideoComposition, "the compositor \(type) is not a subclass of NSObject")
    }
    self.compositor = compositor
  }
}

/// A class whose initializer can be called on a type that is known only at run time.
///
/// `AVVideoCompositing` has no `init()`, as Apple's: then `override init()` of a class that is not final would not
/// compile, because a requirement needs `required init()`. All subclasses of `NSObject` have the initializer in the same
/// entry of their tables of methods, that of `NSObject.init()`, also if they override it or inherit it; this class only
/// lets the compiler call that entry. It is open, so that the compiler cannot conclude that it has no subclasses, and
/// call its own initializer. A class without the initializer, because it has only others, stops there with the message
/// of Swift's runtime, as on Apple's systems.
@_spi(Compositing)
open class CompositorMaker: NSObject {
  /// Called through the table of methods.
  public required override init() { super.init() }
}

/// Creates a compositor; `nil` if its class is no subclass of `NSObject`.
private func make(_ type: any AVVideoCompositing.Type) -> (any AVVideoCompositing)? {
  guard (type as AnyClass) is NSObject.Type else { return nil }
  let maker = unsafe unsafeBitCast(type as AnyClass, to: CompositorMaker.Type.self)
  let made: AnyObject = maker.init()
  return made as? any AVVideoCompositing
}
