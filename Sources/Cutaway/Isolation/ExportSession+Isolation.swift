import CutawayModel
import CutawayTranslation
import Foundation

extension ExportSession {
  /// Does the work in this process or in a worker, as the settings say.
  ///
  /// - Parameters:
  ///   - output: What is written.
  ///   - work: The work in this process.
  /// - Returns: The result of the work.
  /// - Throws: ``ExportError``; the errors of the work.
  func isolating(
    _ output: WorkerRequest.Output, _ work: @escaping @Sendable () async throws -> Bool
  ) async throws -> Bool {
    guard case .process(let command) = settings.isolation else { return try await work() }
    if output.paths.contains("-") {
      throw ExportError(.incompatible, "a worker process cannot write to standard output")
    }
    var settings = settings
    settings.isolation = .none
    let request = WorkerRequest(
      folder: FileManager.default.currentDirectoryPath, policy: settings.policy,
      outputs: output.paths, assets: composition.assets,
      task: .export(
        WorkerRequest.Export(
          edit: prepared.map { .resolved($0) } ?? .composition(composition), preset: preset,
          settings: settings, output: output)))
    report(.exporting(.none), status: .exporting)
    do {
      let worker = try await WorkerPool.shared.start(request, by: command)
      return try await worker.whileConnected {
        while true {
          switch try worker.next() {
          case .progress(let progress): report(.exporting(progress), status: .exporting)
          case .warning(let warning): onWarning(warning)
          case .exported(let summary, let isRendered):
            if let summary { record(summary) }
            return isRendered
          case .unexported(let error): throw error
          default: break
          }
        }
      }
    } catch let failure as WorkerFailure {
      throw ExportError(failure)
    }
  }
}
