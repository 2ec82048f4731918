public import CutawayDiagnostics
import CutawaySystem

/// The name of an output file or image sequence.
public struct OutputName: Sendable, Hashable {
  /// The path of the file, or the pattern of the sequence, with symbolic links resolved.
  public let path: String
  /// Whether the output is an image sequence, with the frame number in each name.
  public let isSequence: Bool
  /// Whether the output is standard output or a pipe, which cannot be read back or replaced.
  public let isPipe: Bool

  /// Creates a name and resolves symbolic links.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a symbolic link stands for its target. `-` and
  ///     `/dev/stdout` are standard output.
  ///   - isSequence: Whether the output is an image sequence, whose name contains a placeholder
  ///     such as `%05d`.
  /// - Throws: ``ExportError`` if the name of a sequence has no placeholder, or several.
  public init(_ path: String, isSequence: Bool = false) throws(ExportError) {
    self.isSequence = isSequence
    let path = ["/dev/stdout", "/dev/fd/1"].contains(path) ? "-" : path
    isPipe = !isSequence && (path == "-" || leadsToPipe(path))
    self.path = isSequence || isPipe ? path : target(ofLink: path)
    if isSequence, numberPlaces(in: name) != 1 {
      throw ExportError(
        .outputUnavailable,
        "'\(path)' needs one placeholder for the frame number in its name, such as frame-%05d.png, "
          + "of at most \(widestNumber) digits")
    }
  }

  /// The path with all links in it resolved, which is the same for all names of a file.
  var resolvedPath: String {
    // The check of the name reports a folder that does not exist.
    ((try? FileSystem.resolvedPath(folder)) ?? folder) + "/" + name
  }

  var folder: String { split(path).folder }
  var name: String { split(path).name }

  /// Checks that a file of this name can be created, as far as possible without creating it.
  ///
  /// - Parameter overwriting: Whether a file of that name may exist.
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable`` or
  ///   ``ExportErrorCode/outputExists``.
  public func check(overwriting: Bool) throws(ExportError) {
    if name.isEmpty || name.utf8.contains(0) {
      throw ExportError(.outputUnavailable, "'\(path)' is not a file name")
    }
    if isPipe { return }
    if !isSequence { try checkPlace(overwriting: overwriting) }
    do throws(SystemError) {
      try FileSystem.checkWritable(directory: folder)
    } catch {
      throw ExportError(.outputUnavailable, "cannot write into '\(folder)': \(error.message)")
    }
  }

  private func checkPlace(overwriting: Bool) throws(ExportError) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      if error == .nameTooLong || error == .notADirectory {
        throw ExportError(.outputUnavailable, "cannot write '\(path)': \(error.message)")
      }
      return
    }
    switch status.kind {
    case .regular: break
    case .directory: throw ExportError(.outputUnavailable, "'\(path)' is a directory")
    case .link: throw ExportError(.outputUnavailable, "'\(path)' is a dangling link")
    case .pipe, .other:
      // A device cannot be replaced by renaming a file.
      throw ExportError(.outputUnavailable, "'\(path)' is not a regular file")
    }
    if !overwriting {
      throw ExportError(.outputExists, "'\(path)' exists")
    }
  }
}

private func leadsToPipe(_ path: String) -> Bool {
  // What cannot be examined is checked later.
  (try? FileStatus(of: path, followingLink: true))?.kind == .pipe
}

func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash]
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}

/// The target of a symbolic link; the path itself if it is no link, or a broken one.
private func target(ofLink path: String) -> String {
  // The check of the name reports what is wrong with the path.
  guard (try? FileStatus(of: path))?.kind == .link else { return path }
  return (try? FileSystem.resolvedPath(path)) ?? path
}

/// More digits than any frame number has, but few enough for any file name.
private let widestNumber = 20

/// The number of placeholders in a name, including incomplete ones.
private func numberPlaces(in name: String) -> Int {
  let rest = name.replacing("%%", with: "")
  let places = rest.matches(of: /%([0-9]*)d/).count { place in
    place.1.isEmpty || Int(place.1).map { $0 <= widestNumber } == true
  }
  return rest.split(separator: "%", omittingEmptySubsequences: false).count - 1 == places
    ? places : .max
}
