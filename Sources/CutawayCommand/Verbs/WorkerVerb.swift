import Cutaway
import CutawayMedia
import CutawaySystem
import Foundation

/// The private verb `worker`, which makes workers for a program that uses the library: see `MediaIsolation`.
enum WorkerVerb {
  static let name = "worker"

  /// Does the job of a worker, and ends the process.
  @MainActor static func run(_ job: WorkerJob) async -> Never {
    do throws(WorkerFailure) {
      try prepare(for: job.request)
    } catch {
      job.report(error)
      _exit(0)
    }
    let work = Task(executorPreference: BlockingThreads.shared) { await job.run() }
    // The supervisor asks it to end, and kills it if that takes long.
    let interruption = Interruption(first: { _ in work.cancel() }, second: { _ in _exit(0) })
    await work.value
    withExtendedLifetime(interruption) {}
    _exit(0)
  }

  /// Changes the folder, and limits the process to what the policy allows.
  private static func prepare(for request: WorkerRequest) throws(WorkerFailure) {
    do throws(SystemError) {
      try CurrentProcess.changeFolder(to: request.folder)
    } catch {
      throw WorkerFailure(
        .interrupted, "cannot work in '\(request.folder)': \(error.message)")
    }
    guard ThreadSupply.allows(ThreadSupply.minimum) else {
      throw WorkerFailure(.interrupted, ThreadSupply.message)
    }
    guard let policy = request.policy else { return }
    // The policy's folders contain all that may be read.
    let opening = Opening(policy: PolicyOption(), inputs: [], outputs: request.outputs)
    try opening.restrict(to: policy)
  }
}
