import AVFoundation
import Synchronization

/// What the compositors of the tests have seen; reset by each test.
final class CompositorLog: Sendable {
  struct Entry: Sendable {
    var time: CMTime
    var tracks: [Int32]
    var sizes: [[Int]]
    var formats: [OSType]
    var context: CGSize
  }
  static let shared = CompositorLog()
  private let state = Mutex<(entries: [Entry], contexts: Int, early: Bool)>(([], 0, false))

  func reset() { state.withLock { $0 = ([], 0, false) } }
  func add(_ entry: Entry) {
    state.withLock {
      if $0.contexts == 0 { $0.early = true }
      $0.entries.append(entry)
    }
  }
  func addContext() { state.withLock { $0.contexts += 1 } }
  var entries: [Entry] { state.withLock { $0.entries } }
  var contextCame: Bool { state.withLock { $0.contexts > 0 && !$0.early } }
}

extension AVAsynchronousVideoCompositionRequest {
  func note() {
    let frames = sourceTrackIDs.map { sourceFrame(byTrackID: $0.int32Value) }
    CompositorLog.shared.add(
      .init(
        time: compositionTime, tracks: sourceTrackIDs.map(\.int32Value),
        sizes: frames.map { frame in
          frame.map { [CVPixelBufferGetWidth($0), CVPixelBufferGetHeight($0)] } ?? []
        }, formats: frames.compactMap { $0.map { CVPixelBufferGetPixelFormatType($0) } },
        context: renderContext.size))
  }
}

/// Inverts the first source frame, in 32BGRA.
final class Inverter: NSObject, AVVideoCompositing {
  var sourcePixelBufferAttributes: [String: Any]? {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }
  var requiredPixelBufferAttributesForRenderContext: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    CompositorLog.shared.addContext()
  }
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    request.note()
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let source = request.sourceFrame(byTrackID: id),
      let target = request.renderContext.newPixelBuffer()
    else {
      request.finish(with: NSError(domain: "Inverter", code: 1))
      return
    }
    CVPixelBufferLockBaseAddress(source, .readOnly)
    CVPixelBufferLockBaseAddress(target, [])
    defer {
      CVPixelBufferUnlockBaseAddress(target, [])
      CVPixelBufferUnlockBaseAddress(source, .readOnly)
    }
    guard let from = CVPixelBufferGetBaseAddress(source)?.assumingMemoryBound(to: UInt8.self),
      let to = CVPixelBufferGetBaseAddress(target)?.assumingMemoryBound(to: UInt8.self)
    else { return request.finish(with: NSError(domain: "Inverter", code: 2)) }
    let (step, other) = (CVPixelBufferGetBytesPerRow(source), CVPixelBufferGetBytesPerRow(target))
    for y in 0..<min(CVPixelBufferGetHeight(source), CVPixelBufferGetHeight(target)) {
      for x in 0..<min(CVPixelBufferGetWidth(source), CVPixelBufferGetWidth(target)) {
        for part in 0..<3 { to[y * other + x * 4 + part] = 255 - from[y * step + x * 4 + part] }
        to[y * other + x * 4 + 3] = 255
      }
    }
    request.finish(withComposedVideoFrame: target)
  }
  func cancelAllPendingVideoCompositionRequests() {}
}

/// Passes the first source frame, as a class that may have subclasses, with properties of its own.
class OpenPasser: NSObject, AVVideoCompositing {
  let word: String
  private var count = 0

  override init() {
    word = "open"
    super.init()
  }

  var sourcePixelBufferAttributes: [String: Any]? { requiredPixelBufferAttributesForRenderContext }
  var requiredPixelBufferAttributesForRenderContext: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    count += 1
    guard word == "open", let frame = frame(of: request) else {
      return request.finish(with: NSError(domain: "OpenPasser", code: count))
    }
    request.finish(withComposedVideoFrame: frame)
  }
  func frame(of request: AVAsynchronousVideoCompositionRequest) -> CVPixelBuffer? {
    request.note()
    return request.sourceTrackIDs.first.flatMap { request.sourceFrame(byTrackID: $0.int32Value) }
  }
}

/// A subclass with properties, whose initializer calls that of the class above.
final class OpenPasserChild: OpenPasser {
  private var times: [CMTime]

  override init() {
    times = []
    super.init()
  }

  override func frame(of request: AVAsynchronousVideoCompositionRequest) -> CVPixelBuffer? {
    times.append(request.compositionTime)
    return times.isEmpty ? nil : super.frame(of: request)
  }
}

/// A subclass that inherits its initializer.
final class OpenPasserHeir: OpenPasser {
  private var name = "heir"

  override func frame(of request: AVAsynchronousVideoCompositionRequest) -> CVPixelBuffer? {
    name == "heir" ? super.frame(of: request) : nil
  }
}

/// Makes the left half of the first source frame black, in 420v; finishes on another queue.
final class HalfBlack: NSObject, AVVideoCompositing {
  private let queue = DispatchQueue(label: "half black")
  let sourcePixelBufferAttributes: [String: Any]? = [
    String(kCVPixelBufferPixelFormatTypeKey): [
      Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    ]
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    String(kCVPixelBufferPixelFormatTypeKey): Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    CompositorLog.shared.addContext()
  }
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    request.note()
    queue.async { Self.draw(request) }
  }
  private static func draw(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let source = request.sourceFrame(byTrackID: id),
      let target = request.renderContext.newPixelBuffer()
    else { return request.finishCancelledRequest() }
    CVPixelBufferLockBaseAddress(source, .readOnly)
    CVPixelBufferLockBaseAddress(target, [])
    for plane in 0..<CVPixelBufferGetPlaneCount(target) {
      guard
        let from = CVPixelBufferGetBaseAddressOfPlane(source, plane)?.assumingMemoryBound(
          to: UInt8.self),
        let to = CVPixelBufferGetBaseAddressOfPlane(target, plane)?.assumingMemoryBound(
          to: UInt8.self)
      else { continue }
      let (a, b) = (
        CVPixelBufferGetBytesPerRowOfPlane(source, plane),
        CVPixelBufferGetBytesPerRowOfPlane(target, plane)
      )
      let bytes = CVPixelBufferGetWidthOfPlane(target, plane) * (plane == 0 ? 1 : 2)
      for y in 0..<CVPixelBufferGetHeightOfPlane(target, plane) {
        for x in 0..<bytes {
          to[y * b + x] = x < bytes / 2 ? (plane == 0 ? 16 : 128) : from[y * a + x]
        }
      }
    }
    CVPixelBufferUnlockBaseAddress(target, [])
    CVPixelBufferUnlockBaseAddress(source, .readOnly)
    request.finish(withComposedVideoFrame: target)
  }
}

/// Hands the last source frame on as it is.
final class Passer: NSObject, AVVideoCompositing {
  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    CompositorLog.shared.addContext()
  }
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    request.note()
    let id = (request.videoCompositionInstruction as? OwnInstruction)?.shown ?? 1
    if let frame = request.sourceFrame(byTrackID: id) {
      request.finish(withComposedVideoFrame: frame)
    } else if let frame = request.renderContext.newPixelBuffer() {
      request.finish(withComposedVideoFrame: frame)
    }
  }
}

/// Draws 800 levels of gray over the left half of the first source frame, in x420.
final class Grayer: NSObject, AVVideoCompositing {
  private static var format: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
  }
  let sourcePixelBufferAttributes: [String: Any]? = Grayer.format
  let requiredPixelBufferAttributesForRenderContext = Grayer.format

  /// The level of a pixel of luma.
  static func level(_ x: Int, _ y: Int) -> UInt16 { UInt16(100 + (x + y * 160) % 800) }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    request.note()
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let source = request.sourceFrame(byTrackID: id),
      let target = request.renderContext.newPixelBuffer()
    else { return request.finish(with: NSError(domain: "Grayer", code: 1)) }
    for plane in 0..<2 {
      let (from, to) = (source.words(plane), target.words(plane))
      let width = CVPixelBufferGetWidthOfPlane(target, plane) * (plane + 1)
      for y in 0..<CVPixelBufferGetHeightOfPlane(target, plane) {
        for x in 0..<width {
          let isGray = x < width / 2
          let gray = plane == 0 ? Self.level(x, y) : 512
          to.rows[y * to.stride + x] = isGray ? gray << 6 : from.rows[y * from.stride + x]
        }
      }
    }
    request.finish(withComposedVideoFrame: target)
  }
}

extension CVPixelBuffer {
  /// The words of a plane, and how many lie between two rows.
  func words(_ plane: Int) -> (rows: UnsafeMutableBufferPointer<UInt16>, stride: Int) {
    let base = CVPixelBufferGetBaseAddressOfPlane(self, plane)
    let stride = CVPixelBufferGetBytesPerRowOfPlane(self, plane) / 2
    let rows = UnsafeMutableBufferPointer(
      start: base?.assumingMemoryBound(to: UInt16.self),
      count: stride * CVPixelBufferGetHeightOfPlane(self, plane))
    return (rows, stride)
  }
}

/// Fails at the sixth frame.
final class Failer: NSObject, AVVideoCompositing {
  let sourcePixelBufferAttributes: [String: Any]? = nil
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    if request.compositionTime < f(5), let frame = request.renderContext.newPixelBuffer() {
      request.finish(withComposedVideoFrame: frame)
    } else {
      request.finish(with: NSError(domain: "Failer", code: 7))
    }
  }
}

/// An instruction of one's own, as programs write it.
final class OwnInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  var timeRange: CMTimeRange
  var enablePostProcessing = true
  var containsTweening = true
  var requiredSourceTrackIDs: [NSValue]?
  var passthroughTrackID = kCMPersistentTrackID_Invalid
  var shown: CMPersistentTrackID

  init(_ range: CMTimeRange, sources: [CMPersistentTrackID]?, shown: CMPersistentTrackID) {
    timeRange = range
    requiredSourceTrackIDs = sources.map { $0.map { NSNumber(value: $0) } as [NSValue] }
    self.shown = shown
  }
}

/// Passes the first source frame, in the layout of the test, with high dynamic range.
class DeepPasser: NSObject, AVVideoCompositing {
  static let layout = Mutex(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
  /// The transfer functions and the layouts of the source frames and of new frames.
  static let seen = Mutex<Set<String>>([])

  override init() {
    Self.seen.withLock { $0 = [] }
    super.init()
  }

  var sourcePixelBufferAttributes: [String: Any]? { requiredPixelBufferAttributesForRenderContext }
  var requiredPixelBufferAttributesForRenderContext: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: DeepPasser.layout.withLock { $0 }]
  }
  var supportsHDRSourceFrames: Bool { true }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let source = request.sourceFrame(byTrackID: id),
      let target = request.renderContext.newPixelBuffer()
    else { return request.finish(with: NSError(domain: "DeepPasser", code: 1)) }
    for frame in [source, target] {
      let name = CVBufferCopyAttachment(frame, kCVImageBufferTransferFunctionKey, nil) as? String
      let layout = CVPixelBufferGetPixelFormatType(frame)
      DeepPasser.seen.withLock { _ = $0.insert("\(name ?? "none") \(layout)") }
    }
    request.finish(withComposedVideoFrame: frame(source, target))
  }
  func frame(_ source: CVPixelBuffer, _ target: CVPixelBuffer) -> CVPixelBuffer { source }
}

/// Copies the first source frame into a new one.
final class DeepCopier: DeepPasser {
  override func frame(_ source: CVPixelBuffer, _ target: CVPixelBuffer) -> CVPixelBuffer {
    for plane in 0..<2 {
      let (from, to) = (source.words(plane), target.words(plane))
      for (index, word) in from.rows.enumerated() where index < to.rows.count {
        to.rows[index] = word
      }
    }
    return target
  }
}

/// The same without high dynamic range.
final class PlainPasser: DeepPasser {
  override var supportsHDRSourceFrames: Bool { false }
}
