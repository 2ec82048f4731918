/// Where media are opened and decoded.
///
/// A decoder may crash on a damaged or hostile file, and ends its process then. A worker process contains that: its death
/// is an error of one job, which names the asset. With a ``RenderPolicy``, a worker has no rights beyond it, as
/// `docs/security.md` describes.
public enum MediaIsolation: Sendable, Hashable, Codable {
  /// In this process.
  case none
  /// In a worker process for each job.
  ///
  /// Workers are copies of the command `cutaway`, which runs from the first job until this process ends. Elements and
  /// effects of this process are unknown to them.
  ///
  /// - command: The path of the command, of the same version as this library; `nil` looks for `cutaway` beside this
  ///   program, and then in the folders of `PATH`.
  case process(command: String? = nil)
}
