import Cutaway
import CutawayDiagnostics
@_exported public import Foundation
import Synchronization

/// The user's video folder, in place of a photo library.
///
/// Saving copies a file there, under a name that no file has.
public final class PHPhotoLibrary: NSObject, Sendable {
  private static let library = PHPhotoLibrary()
  private static let changes = Mutex<[URL]?>(nil)
  private static let turn = Mutex(())

  /// The only library.
  public class func shared() -> PHPhotoLibrary { library }

  /// Always authorized.
  public class func authorizationStatus() -> PHAuthorizationStatus { .authorized }
  /// Always authorized.
  public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    .authorized
  }
  /// Calls a handler with `authorized`.
  @preconcurrency
  public class func requestAuthorization(
    _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) { handler(.authorized) }
  /// Calls a handler with `authorized`.
  @preconcurrency
  public class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) { handler(.authorized) }
  /// Always authorized.
  public class func requestAuthorization(for accessLevel: PHAccessLevel) async
    -> PHAuthorizationStatus
  { .authorized }

  /// Saves what a closure requests, and calls a handler.
  @preconcurrency
  public func performChanges(
    _ changeBlock: @escaping @Sendable () -> Void,
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    Task.detached {
      do {
        try self.performChangesAndWait(changeBlock)
        completionHandler?(true, nil)
      } catch {
        completionHandler?(false, error)
      }
    }
  }

  /// Saves what a closure requests.
  public func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
    try performChangesAndWait(changeBlock)
  }

  /// Saves what a closure requests.
  public func performChangesAndWait(_ changeBlock: () -> Void) throws {
    // One set of changes at a time, as requests do not name theirs.
    let files = Self.turn.withLock { _ -> [URL] in
      Self.changes.withLock { $0 = [] }
      changeBlock()
      return Self.changes.withLock { changes in
        defer { changes = nil }
        return changes ?? []
      }
    }
    for file in files { try Self.save(file) }
  }

  private static func save(_ file: URL) throws {
    let folder = VideoLibrary.folder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = try VideoLibrary.reserveName(
      title: file.deletingPathExtension().lastPathComponent, date: Date(),
      pathExtension: file.pathExtension, in: folder)
    let data = try Data(contentsOf: file, options: .mappedIfSafe)
    try data.write(to: name.file)
    VideoLibrary.announce(name.file)
  }

  static func add(_ file: URL) { changes.withLock { $0?.append(file) } }
}

/// Whether a program may use the library.
public enum PHAuthorizationStatus: Int, Sendable {
  /// The cases of Photos.
  case notDetermined = 0, restricted, denied, authorized, limited
}

/// What a program wants to do with the library.
public enum PHAccessLevel: Int, Sendable {
  /// Only add, or also read.
  case addOnly = 1, readWrite
}

/// A request for a change of the library.
public final class PHAssetChangeRequest: NSObject {
  /// Saves a video file.
  @discardableResult
  public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL)
    -> PHAssetChangeRequest?
  {
    PHPhotoLibrary.add(fileURL)
    return PHAssetChangeRequest()
  }

  /// Saves an image file.
  @discardableResult
  public class func creationRequestForAssetFromImage(atFileURL fileURL: URL)
    -> PHAssetChangeRequest?
  {
    PHPhotoLibrary.add(fileURL)
    return PHAssetChangeRequest()
  }

  /// The new asset.
  public var placeholderForCreatedAsset: PHObjectPlaceholder? { PHObjectPlaceholder() }
}

/// An asset that does not exist yet.
public final class PHObjectPlaceholder: NSObject, Sendable {
  /// A name of the asset.
  public let localIdentifier = UUID().uuidString
}
