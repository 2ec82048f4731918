import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTranslation
import Foundation

extension MediaCatalog {
  /// Opens assets in workers.
  ///
  /// An asset whose reading crashes is one that cannot be read; another worker opens the others.
  mutating func open(
    _ assets: [Asset], inWorkersOf command: String?, _ nesting: Nesting
  ) async {
    var waiting = assets
    while !waiting.isEmpty {
      let request = WorkerRequest(
        folder: FileManager.default.currentDirectoryPath, policy: nesting.policy, assets: waiting,
        task: .describe)
      do {
        let worker = try await WorkerPool.shared.start(request, by: command)
        let found = try await worker.whileConnected {
          while true {
            if case .described(let catalog) = try worker.next() { return catalog }
          }
        }
        merge(found)
        return
      } catch let failure as WorkerFailure {
        let suspects = Set(failure.faults.compactMap { $0.path.last.flatMap { Int($0) } })
          .filter(waiting.indices.contains)
        let lost = suspects.isEmpty ? Set(waiting.indices) : suspects
        for index in lost {
          fail(waiting[index], PipelineError(.unreadable, failure.message))
        }
        waiting = waiting.indices.filter { !lost.contains($0) }.map { waiting[$0] }
      } catch {
        // A cancellation; the caller looks for it.
        for asset in waiting { fail(asset, PipelineError(.unreadable, "\(error)")) }
        return
      }
    }
  }
}

extension ResolvedComposition {
  /// The same composition with what this process knows about elements.
  var knowingElements: ResolvedComposition {
    var result = self
    result.elements = .known
    return result
  }
}

extension Composition {
  /// Resolves in a worker what the composition leaves open.
  func prepared(
    isolating preparation: WorkerRequest.Preparation, by command: String?, _ policy: RenderPolicy?,
    onWarning: (Warning) -> Void
  ) async throws(PreparationError) -> ResolvedComposition {
    let request = WorkerRequest(
      folder: FileManager.default.currentDirectoryPath, policy: policy, assets: assets,
      task: .prepare(preparation))
    do {
      let worker = try await WorkerPool.shared.start(request, by: command)
      return try await worker.whileConnected {
        while true {
          switch try worker.next() {
          case .warning(let warning): onWarning(warning)
          case .prepared(let resolved): return resolved.knowingElements
          case .unprepared(let error): throw error
          default: break
          }
        }
      }
    } catch let error as PreparationError {
      throw error
    } catch let failure as WorkerFailure {
      throw PreparationError(failure)
    } catch {
      throw PreparationError(.cancelled, "the preparation was cancelled")
    }
  }
}
