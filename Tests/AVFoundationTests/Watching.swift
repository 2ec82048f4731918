import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Waits until a condition holds, for at most two minutes.
func wait(_ what: Comment, until condition: () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(120)
  while try !condition() {
    try #require(ContinuousClock.now < end, what)
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// The value of a call, or `nil` after a limit; the call goes on.
func within<Value: Sendable>(
  _ seconds: Int, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  let (stream, continuation) = AsyncStream.makeStream(of: Value?.self)
  let work = Task { continuation.yield(await body()) }
  let limit = Task {
    try? await Task.sleep(for: .seconds(seconds))
    continuation.yield(nil)
  }
  defer {
    work.cancel()
    limit.cancel()
  }
  for await value in stream { return value }
  return nil
}

/// Counts the notifications of an object.
final class Notices: Sendable {
  private let count = Mutex(0)
  // Set once.
  nonisolated(unsafe) private var token: (any NSObjectProtocol)?

  init(_ name: Notification.Name, of object: AnyObject) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      [weak self] _ in self?.count.withLock { $0 += 1 }
    }
  }
  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  var all: Int { count.withLock { $0 } }
}

/// A list that several threads add to.
final class Kept<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])
  func add(_ element: Element) { list.withLock { $0.append(element) } }
  var all: [Element] { list.withLock { $0 } }
}

/// Hands on the first source frame, and keeps what it was asked for and what it showed.
final class Watcher: NSObject, AVVideoCompositing {
  struct Entry: Sendable {
    var time: CMTime
    var shown: Shown?
    var size: CGSize
    var scale: Float
    var transform: CGAffineTransform
  }
  private static let entries = Mutex<[Entry]>([])
  static var all: [Entry] { entries.withLock { $0 } }
  static func reset() { entries.withLock { $0 = [] } }

  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let frame = request.sourceFrame(byTrackID: id)
    else { return request.finishCancelledRequest() }
    let context = request.renderContext
    Self.entries.withLock {
      $0.append(
        Entry(
          time: request.compositionTime, shown: Shown(frame.code), size: context.size,
          scale: context.renderScale, transform: context.renderTransform))
    }
    request.finish(withComposedVideoFrame: frame)
  }
}

extension CVPixelBuffer {
  /// The frame code of a frame in 32BGRA.
  var code: FrameCode? {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(self)?.assumingMemoryBound(to: UInt8.self) else {
      return nil
    }
    let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
    let step = CVPixelBufferGetBytesPerRow(self)
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (y * step + x * 4, (y * width + x) * 4)
        for part in 0..<3 { bytes[to + part] = base[from + 2 - part] }
      }
    }
    return RawFrame(format: .rgba, width: width, height: height, bytes: bytes).code()
  }
}

/// Keeps each request from the sixth on until its requests are cancelled.
final class Holder: NSObject, AVVideoCompositing {
  private struct State {
    var held: [AVAsynchronousVideoCompositionRequest] = []
    var started = 0, cancelled = 0, calls = 0
  }
  private static let state = Mutex(State())
  static func reset() { state.withLock { $0 = State() } }
  /// The requests that wait, that were cancelled, and the calls that cancelled them.
  static var waiting: Int { state.withLock { $0.held.count } }
  static var cancelled: Int { state.withLock { $0.cancelled } }
  static var calls: Int { state.withLock { $0.calls } }

  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    let holds = Self.state.withLock { state in
      state.started += 1
      // After one cancellation, it works.
      guard state.started > 5, state.calls == 0 else { return false }
      state.held.append(request)
      return true
    }
    if holds { return }
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let frame = request.sourceFrame(byTrackID: id)
    else { return request.finishCancelledRequest() }
    request.finish(withComposedVideoFrame: frame)
  }
  func cancelAllPendingVideoCompositionRequests() {
    let held = Self.state.withLock { state in
      defer {
        state.calls += 1
        state.cancelled += state.held.count
        state.held = []
      }
      return state.held
    }
    for request in held { request.finishCancelledRequest() }
  }
}

extension TemporaryDirectory {
  /// The names in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
