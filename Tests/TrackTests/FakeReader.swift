import CutawayElementKit
import CutawayMedia
import CutawaySources
import CutawayTrack
import Synchronization

/// Reads a ``FakeSource`` as `MediaReader` reads a file, but at once.
final class FakeReader: SourceReader {
  let request: MediaReader.Request
  private let source: FakeSource
  private let files: FakeFiles
  private let state: Mutex<State>

  private struct State {
    var rest: ArraySlice<FakeSample>
    var isInterrupted = false
    var isClosed = false
    var hasFailed = false
  }

  init(
    _ request: MediaReader.Request, from start: Int64, of source: FakeSource, in files: FakeFiles
  ) {
    self.request = request
    self.source = source
    self.files = files
    state = Mutex(State(rest: source.samples(from: Self.output(start, of: request))))
  }

  /// A time of the source on the clock of the output, on which other speeds take less or more time.
  private static func output(_ time: Int64, of request: MediaReader.Request) -> Int64 {
    guard case .audio(_, let tempo) = request.output, tempo != 1 else { return time }
    return Int64((Double(time) / tempo).rounded(.down))
  }

  var isStill: Bool { source.isStill }
  var canSeek: Bool { source.canSeek }
  var isCurrent: Bool { !files.hasChanged(request.location) }
  var end: Int64? { source.end }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  var mayRecover: Bool { state.withLock { $0.hasFailed } && source.fault?.mayRecover == true }

  func seek(to time: Int64) {
    files.note(.seek(request.location, time))
    state.withLock { state in
      if source.canSeek { state.rest = source.samples(from: Self.output(time, of: request)) }
    }
  }

  func next() throws(ElementError) -> SourceReading<FakeSample> {
    try state.withLock { state throws(ElementError) in
      if state.isInterrupted { return .interrupted }
      if let fault = source.fault, (state.rest.first?.start ?? .max) >= fault.start {
        state.hasFailed = true
        throw ElementError(fault.message)
      }
      files.note(.read(request.location))
      return state.rest.popFirst().map { .sample($0) } ?? .end
    }
  }

  func interrupt() { state.withLock { $0.isInterrupted = true } }
  func resume() { state.withLock { $0.isInterrupted = false } }
  func close() {
    state.withLock { $0.isClosed = true }
    files.note(.close(request.location))
  }

  static func close(_ readers: [FakeReader], waiting seconds: Double) {
    for reader in readers { reader.close() }
  }
}

/// The files of a test, and what its readers did with them.
final class FakeFiles: Sendable {
  enum Event: Hashable {
    case open(String, Int64)
    case seek(String, Int64)
    case read(String)
    case close(String)
  }

  private struct State {
    var events: [Event] = []
    var readers: [FakeReader] = []
    var changed: Set<String> = []
    var failures: [String: Int] = [:]
  }

  private let sources: [String: FakeSource]
  private let state = Mutex(State())

  init(_ sources: [String: FakeSource]) { self.sources = sources }

  /// The readers that do not play.
  let idle = IdleReaders<FakeReader>(limit: 8)

  /// A pool of one track.
  func makePool() -> ReaderPool<FakeReader> {
    ReaderPool(idle: idle, index: { [self] in sources[$0.location]?.picture }) {
      [self] request, start in open(request, from: start)
    }
  }

  private func open(_ request: MediaReader.Request, from start: Int64) -> FakeReader {
    let location = request.location
    var source =
      sources[location] ?? FakeSource(samples: [], fault: .init(message: "no such file"))
    return state.withLock { state in
      if let fault = source.fault {
        state.failures[location, default: 0] += 1
        if state.failures[location, default: 0] > fault.count { source.fault = nil }
      }
      let reader = FakeReader(request, from: start, of: source, in: self)
      state.events.append(.open(location, start))
      state.readers.append(reader)
      return reader
    }
  }

  func note(_ event: Event) { state.withLock { $0.events.append(event) } }

  var events: [Event] { state.withLock { $0.events } }

  /// The locations that readers opened, in order.
  var opened: [String] {
    events.compactMap { event in
      if case .open(let location, _) = event { location } else { nil }
    }
  }

  var seekCount: Int {
    events.count { event in
      if case .seek = event { true } else { false }
    }
  }

  /// The readers that have not been closed.
  var openReaders: [FakeReader] { state.withLock { $0.readers }.filter { !$0.isClosed } }

  func change(_ location: String) { state.withLock { _ = $0.changed.insert(location) } }
  func hasChanged(_ location: String) -> Bool {
    state.withLock { $0.changed.contains(location) }
  }
}
