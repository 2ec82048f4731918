import CutawayMedia
import CutawayModel
import CutawaySystem
import Foundation

/// The connection to a worker that does a job.
struct WorkerConnection: Sendable {
  private let socket: JobSocket

  /// The bytes above which a message of a worker is not believed: a picture of 16,384 × 16,384 pixels in RGBA.
  private static let messageLimit = 1 << 30

  init(_ socket: JobSocket) { self.socket = socket }

  /// Runs `body`, which waits for events; if the task is cancelled, the worker ends.
  func whileConnected<Result>(_ body: () async throws -> Result) async throws -> Result {
    // Also if `body` does not read everything.
    defer { socket.hangUp() }
    return try await withTaskCancellationHandler {
      try await onBlockingThreads { try await body() }
    } onCancel: {
      socket.hangUp()
    }
  }

  /// Waits for the next event.
  ///
  /// - Returns: The event; after a result there is none.
  /// - Throws: ``WorkerFailure``; `CancellationError`.
  func next() throws -> WorkerEvent {
    guard let message = try receive(.event) else {
      try Task.checkCancellation()
      throw WorkerFailure(.interrupted, "the process of the job ended without a result")
    }
    let event: WorkerEvent
    do {
      event = try JSONDecoder.forWorkers.decode(WorkerEvent.self, from: Data(message.bytes))
    } catch {
      throw WorkerFailure(.crashed, "the process of the job sent an unreadable message: \(error)")
    }
    if case .failed(let failure) = event {
      // A cancelled worker may be killed.
      try Task.checkCancellation()
      throw failure
    }
    return event
  }

  /// The image whose event was the last one.
  func image(of size: PixelSize) throws -> StillImage {
    let pixels = try receive(.pixels)?.bytes ?? []
    let (count, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !isTooLarge, pixels.count / 4 == count,
      pixels.count % 4 == 0
    else { throw WorkerFailure(.crashed, "the process of the job sent a part of an image") }
    return StillImage(size: size, pixels: pixels)
  }

  /// The next message, which has to be of a kind; `nil` at the end.
  private func receive(_ kind: WorkerMessage) throws(WorkerFailure) -> JobSocket.Message? {
    let message: JobSocket.Message?
    do throws(SystemError) {
      message = try socket.receive(upTo: Self.messageLimit)
    } catch {
      throw WorkerFailure(
        .interrupted, "the connection to the process of the job: \(error.message)")
    }
    guard message.map({ $0.kind == kind.rawValue }) ?? true else {
      throw WorkerFailure(.crashed, "the process of the job sent a message out of order")
    }
    return message
  }
}

/// The kinds of messages between a process and its workers.
package enum WorkerMessage: UInt8, Sendable {
  /// The version of the command that makes workers.
  case greeting
  /// A ``WorkerRequest`` in JSON.
  case request
  /// An event in JSON.
  case event
  /// The pixels of an image.
  case pixels

  /// A message with a value in JSON.
  func containing(_ value: some Encodable) -> JobSocket.Message {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return JobSocket.Message(rawValue, [UInt8](try encoder.encode(value)))
    } catch {
      // All values are made of numbers, texts and lists of them.
      preconditionFailure("\(type(of: value)) has no JSON: \(error)")
    }
  }
}

extension JSONDecoder {
  /// Reads what ``WorkerMessage/containing(_:)`` writes.
  static var forWorkers: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
