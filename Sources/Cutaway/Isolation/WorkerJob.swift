import CutawayModel
package import CutawaySystem
import CutawayTime
import CutawayTranslation
import Foundation

/// A job of a worker, in its process.
package struct WorkerJob: Sendable {
  /// What is to be done.
  package let request: WorkerRequest
  private let socket: JobSocket

  /// Receives the job.
  ///
  /// - Returns: `nil` if the other process does not want it any more.
  package init?(from socket: JobSocket) {
    // A connection that fails has lost its other end, and so has one with something else.
    guard let message = try? socket.receive(upTo: 1 << 30),
      message.kind == WorkerMessage.request.rawValue,
      let request = try? JSONDecoder.forWorkers.decode(
        WorkerRequest.self, from: Data(message.bytes))
    else { return nil }
    self.request = request
    self.socket = socket
  }

  /// Reports a failure of the worker itself.
  package static func report(_ failure: WorkerFailure, to socket: JobSocket) {
    // If the other end is gone, nobody needs it.
    try? socket.send(WorkerMessage.event.containing(WorkerEvent.failed(failure)))
  }

  /// The message that a command sends before it makes workers.
  package static var greeting: JobSocket.Message {
    JobSocket.Message(WorkerMessage.greeting.rawValue, Array(cutawayVersion.utf8))
  }

  /// Reports that the worker cannot do the job.
  package func report(_ failure: WorkerFailure) { Self.report(failure, to: socket) }

  private func send(_ event: WorkerEvent) {
    // If the other end is gone, the supervisor ends this process.
    try? socket.send(WorkerMessage.event.containing(event))
  }

  /// Does the work, and reports its result.
  package func run() async {
    for (index, asset) in request.assets.enumerated() {
      WorkerNotes.send(.place(of: asset.location, at: "\(index)"))
    }
    switch request.task {
    case .describe:
      let nesting = Nesting(policy: request.policy)
      send(.described(await MediaCatalog(of: request.assets, cache: .shared, in: nesting)))
    case .prepare(let preparation): await run(preparation)
    case .export(let export): await run(export)
    case .images(let images): await run(images)
    }
  }

  private func run(_ preparation: WorkerRequest.Preparation) async {
    do throws(PreparationError) {
      send(
        .prepared(
          try await preparation.composition.prepared(
            maximumSize: preparation.maximumSize, renderSize: preparation.renderSize,
            onMissing: preparation.onMissing, policy: request.policy,
            onWarning: { send(.warning($0)) })))
    } catch {
      send(.unprepared(error))
    }
  }

  private func run(_ export: WorkerRequest.Export) async {
    let onWarning: @Sendable (Warning) -> Void = { send(.warning($0)) }
    let session =
      switch export.edit {
      case .composition(let composition):
        ExportSession(
          composition, preset: export.preset, settings: export.settings, onWarning: onWarning)
      case .resolved(let resolved):
        ExportSession(
          resolved.knowingElements, preset: export.preset, settings: export.settings,
          onWarning: onWarning)
      }
    let states = session.states()
    let follower = Task {
      for await case .exporting(let progress) in states { send(.progress(progress)) }
    }
    do throws(ExportError) {
      let isRendered = try await session.write(export.output)
      await follower.value
      send(.exported(session.smartSummary, isRendered))
    } catch {
      await follower.value
      send(.unexported(error))
    }
  }

  private func run(_ images: WorkerRequest.Images) async {
    var generator = ImageGenerator(images.resolved.knowingElements)
    generator.maximumSize = images.maximumSize
    generator.requestedTimeToleranceBefore = images.toleranceBefore
    generator.requestedTimeToleranceAfter = images.toleranceAfter
    generator.onMissing = images.onMissing
    generator.onWarning = { send(.warning($0)) }
    for await result in generator.images(for: images.times) {
      switch result {
      case .success(let time, let image, let actual):
        send(.image(requestedTime: time, actualTime: actual, image.size))
        // As above. The connection holds few images: the next ones wait until the reader wants them.
        try? socket.send(JobSocket.Message(WorkerMessage.pixels.rawValue, image.pixels))
      case .failure(let time, let error): send(.noImage(requestedTime: time, error))
      }
    }
    send(.allImages)
  }
}

extension ExportSession {
  /// Exports to an output.
  ///
  /// - Returns: Whether it was rendered; `false` of a part that was there.
  fileprivate func write(_ output: WorkerRequest.Output) async throws(ExportError) -> Bool {
    switch output {
    case .files(let files): try await export(to: files)
    case .stream(let folder, let formats):
      try await exportStream(to: URL(fileURLWithPath: folder), formats: formats)
    case .part(let part, let folder, let type):
      return try await renderPart(part, into: URL(fileURLWithPath: folder), as: type)
    }
    return true
  }
}
