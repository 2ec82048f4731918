import Cutaway
import Foundation

actor RenderServer {
  private struct Job {
    let session: ExportSession
    let task: Task<Void, any Error>
  }

  private var jobs: [UUID: Job] = [:]

  init() { ExportSession.concurrencyLimit = 4 }

  func accept(_ edit: Composition, output: URL) -> UUID {
    let (id, session) = (UUID(), ExportSession(edit, preset: .size1280x720))
    let task = Task { try await session.export(to: output, as: .mp4) }
    jobs[id] = Job(session: session, task: task)
    return id
  }

  func status(of id: UUID) -> ExportSession.Status? { jobs[id]?.session.status }

  func cancel(_ id: UUID) { jobs[id]?.task.cancel() }

  func end(of id: UUID) async throws { try await jobs[id]?.task.value }

  func forget(_ id: UUID) { jobs[id] = nil }
}
