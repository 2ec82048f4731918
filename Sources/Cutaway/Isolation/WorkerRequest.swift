package import CutawayModel
import CutawayTime
import CutawayTranslation

/// A job for a worker process.
package struct WorkerRequest: Codable, Sendable {
  /// The working directory, from which relative paths start.
  package var folder: String
  /// What the worker may read, use and cost; `nil` sets no limits.
  package var policy: RenderPolicy?
  /// The files and folders that are written.
  package var outputs: [String] = []
  /// The assets that may be opened, whose indices name them in messages.
  package var assets: [Asset]
  var task: Task

  /// The kinds of work.
  enum Task: Codable {
    case describe
    case prepare(Preparation)
    case export(Export)
    case images(Images)
  }

  /// Opens the media of a composition, and resolves what it leaves open.
  struct Preparation: Codable {
    var composition: Composition
    var maximumSize: PixelSize?
    var renderSize: PixelSize?
    var onMissing: MissingMedia
  }

  /// What is rendered: a composition, or one whose media are already probed.
  enum Edit: Codable {
    case composition(Composition)
    case resolved(ResolvedComposition)
  }

  /// Renders an edit.
  struct Export: Codable {
    var edit: Edit
    var preset: ExportPreset
    var settings: ExportSession.Settings
    var output: Output
  }

  /// What an export writes.
  enum Output: Codable {
    case files([ExportSession.File])
    case stream(folder: String, Set<StreamFormat>)
    case part(ExportPart, folder: String, ExportFileType)

    /// The files and folders.
    var paths: [String] {
      switch self {
      case .files(let files): files.map(\.path)
      // The folder itself may be created.
      case .stream(let folder, _), .part(_, let folder, _): [folder, folder + "/."]
      }
    }
  }

  /// Renders images, one after the other.
  struct Images: Codable {
    var resolved: ResolvedComposition
    var times: [MediaTime]
    var maximumSize: PixelSize?
    var toleranceBefore: MediaTime
    var toleranceAfter: MediaTime
    var onMissing: MissingMedia
  }
}

/// What a worker reports.
enum WorkerEvent: Codable, Sendable {
  case progress(ExportProgress)
  case warning(Warning)
  /// An image, whose pixels follow as a message of their own.
  case image(requestedTime: MediaTime, actualTime: MediaTime, PixelSize)
  case noImage(requestedTime: MediaTime, ImageGenerationError)

  // The results, after which nothing follows.

  case described(MediaCatalog)
  case prepared(ResolvedComposition)
  case unprepared(PreparationError)
  /// With the value of the function: whether a part was rendered.
  case exported(SmartSummary?, Bool)
  case unexported(ExportError)
  case allImages
  case failed(WorkerFailure)
}
