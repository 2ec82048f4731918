import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawaySystem

/// The name of an output file or image sequence.
package struct OutputName: Sendable, Hashable {
  /// The path of the file, or the pattern of the sequence.
  package let path: String
  /// Whether the output is an image sequence, with the frame number in each name.
  package let isSequence: Bool
  /// Whether the output is standard output or a pipe, which cannot be read back or replaced.
  package let isPipe: Bool

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` and `/dev/stdout` are standard output.
  ///   - isSequence: Whether the output is an image sequence, whose name contains a placeholder
  ///     such as `%05d`.
  /// - Throws: ``ExportError`` if the name of a sequence has no placeholder, or several.
  package init(_ path: String, isSequence: Bool = false) throws(ExportError) {
    self.isSequence = isSequence
    let path = ["/dev/stdout", "/dev/fd/1"].contains(path) ? "-" : path
    isPipe = !isSequence && (path == "-" || leadsToPipe(path))
    self.path = path
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

  /// The path with its folder, also of a file in the working directory.
  var place: String { folder + "/" + name }

  var folder: String { split(path).folder }
  var name: String { split(path).name }

  /// Whether the file exists and is the one of another name.
  package func isSameFile(as other: String) -> Bool {
    // What does not exist is no file.
    guard let own = try? FileStatus(of: path),
      let other = try? FileStatus(of: other, followingLink: true)
    else { return false }
    return own.isOfSameFile(as: other)
  }

  /// Checks that the file is none that a composition plays, which the output would replace.
  ///
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable``.
  func check(sources composition: Composition) throws(ExportError) {
    for asset in composition.assets where asset.generator == nil {
      guard let file = localPath(asset.location), isSameFile(as: file) else { continue }
      throw ExportError(
        .outputUnavailable,
        "'\(path)' is a source of the composition (the asset '\(asset.id)'); choose another output")
    }
  }

  /// Checks that a file of this name can be created, as far as possible without creating it.
  ///
  /// - Parameter overwriting: Whether a file of that name may exist.
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable`` or
  ///   ``ExportErrorCode/outputExists``.
  package func check(overwriting: Bool) throws(ExportError) {
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
    case .link:
      // Somebody else may have made it, and chosen the file that would be lost.
      throw ExportError(
        .outputUnavailable, "'\(path)' is a symbolic link; name the file to which it leads")
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
