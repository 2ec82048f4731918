import CutawayDiagnostics
import CutawayModel
package import CutawaySystem
import Glibc

/// Why a worker has no result: it died, exceeded its limits, or could not start.
package struct WorkerFailure: Error, Codable, Sendable, Hashable {
  /// The kinds of failure.
  package enum Kind: String, Codable, Sendable {
    /// It crashed.
    case crashed
    /// It exceeded a limit of its policy, or the kernel lacks what the policy requires.
    case refused
    /// The system or a person ended it: the job can be tried again.
    case interrupted
    /// There is no command that makes workers.
    case unavailable
  }

  package var kind: Kind
  /// A sentence for people.
  package var message: String
  /// The files that may be the cause of a crash, each with its place.
  package var suspects: [Suspect] = []

  /// A file that was open when a worker crashed.
  package struct Suspect: Codable, Sendable, Hashable {
    package var location: String
    /// The place of the asset in the file, or its index; `nil` if it is unknown.
    package var place: String?
  }

  package init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// The failure of a worker that has ended; `nil` if it ended by itself.
  ///
  /// - Parameters:
  ///   - end: How it ended.
  ///   - worker: The worker.
  ///   - grace: How much later than the policy's limit the worker is killed, in seconds.
  package init?(_ end: Worker.End, of worker: borrowing Worker, grace: Double) {
    switch end {
    case .exited: return nil
    case .exceedsMemory(let limit):
      self.init(
        .refused, "the job needs more than the \(limit) bytes of memory that the policy allows")
    case .exceedsTime(let limit):
      self.init(
        .refused,
        "the job takes longer than the \(shortText(limit - grace)) s that the policy allows")
    case .died(Signal.processorTime.number):
      self.init(.refused, "the job takes more processor time than the policy allows")
    case .died(Signal.kill.number):
      self.init(
        .interrupted,
        "the system or a person killed the process of the job; memory may be short")
    case .died(let number) where WorkerNotes.crashes.contains(number):
      let signal = Signal(number: number).name
      // GLib's end of a process that gets no memory or no thread.
      let shortage = number == SIGTRAP ? ", or memory or threads were short" : ""
      self.init(.crashed, "")
      suspects = worker.suspects.map { Suspect(location: $0, place: worker.place(of: $0)) }
      message =
        switch suspects.count {
        case 0: "the process of the job crashed (\(signal))\(shortage)"
        case 1:
          "reading '\(suspects[0].location)' crashed (\(signal)): the file is damaged or hostile"
            + shortage
        default:
          "reading one of these files crashed (\(signal)); it is damaged or hostile\(shortage): "
            + suspects.map { "'\($0.location)'" }.joined(separator: ", ")
        }
    case .died(let number):
      self.init(.interrupted, "\(Signal(number: number).name) ended the process of the job")
    }
  }

  /// The faults of the assets that may be the cause of a crash.
  var faults: [Fault] {
    suspects.compactMap { suspect in
      suspect.place.flatMap { Int($0) }.map { index in
        Fault(
          path: ["assets", "\(index)"], error: CompositionError(.danglingReference, message))
      }
    }
  }
}

/// A number of seconds without needless digits.
private func shortText(_ seconds: Double) -> String {
  seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
}

extension ExportError {
  init(_ failure: WorkerFailure) {
    let code: Code =
      switch failure.kind {
      case .crashed: failure.suspects.isEmpty ? .failed : .unreadableMedia
      case .refused: .refused
      case .interrupted: .interrupted
      case .unavailable: .failed
      }
    self.init(code, failure.message, faults: failure.faults)
  }
}

extension PreparationError {
  init(_ failure: WorkerFailure) {
    let code: Code =
      switch failure.kind {
      case .crashed: .unreadableMedia
      case .refused: .refused
      case .interrupted, .unavailable: .interrupted
      }
    self.init(code, failure.message, faults: failure.faults)
  }
}

extension ImageGenerationError {
  init(_ failure: WorkerFailure) { self.init(.failed, failure.message, faults: failure.faults) }
}
