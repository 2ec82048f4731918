import Glibc

/// The name that an output is to have.
public struct OutputName: Sendable, Hashable {
  /// The file, or the files' pattern, where a symbolic link leads.
  public let path: String
  /// Whether there is a file a frame, with a number in its name.
  public let isSequence: Bool

  /// - Parameters:
  ///   - path: The file; a symbolic link stands for what it leads to.
  ///   - isSequence: Whether there is a file a frame: the name has a place for the number, such as
  ///     `%05d`.
  /// - Throws: ``ExportError`` where a sequence's name has no such place, or several.
  public init(_ path: String, isSequence: Bool = false) throws(ExportError) {
    self.isSequence = isSequence
    self.path = isSequence ? path : target(ofLink: path)
    if isSequence, numberPlaces(in: name) != 1 {
      throw ExportError(
        .outputUnavailable,
        "'\(path)' needs one place for the number of the frame in its name, such as frame-%05d.png, "
          + "of at most \(widestNumber) digits")
    }
  }

  var folder: String { split(path).folder }
  var name: String { split(path).name }

  /// Checks that a file of the name can be made, as far as that shows without making it.
  ///
  /// - Parameter overwriting: Whether there may be a file of that name already.
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputUnavailable`` or
  ///   ``ExportError/Code/outputExists``.
  public func check(overwriting: Bool) throws(ExportError) {
    if name.isEmpty || name.utf8.contains(0) {
      throw ExportError(.outputUnavailable, "'\(path)' is no name of a file")
    }
    if !isSequence { try checkPlace(overwriting: overwriting) }
    if unsafe access(folder, W_OK | X_OK) != 0 {
      throw ExportError(.outputUnavailable, "cannot write into '\(folder)': \(systemError())")
    }
  }

  private func checkPlace(overwriting: Bool) throws(ExportError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENAMETOOLONG || errno == ENOTDIR {
        throw ExportError(.outputUnavailable, "cannot write '\(path)': \(systemError())")
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ExportError(.outputUnavailable, "'\(path)' is a directory")
    case S_IFLNK:
      throw ExportError(.outputUnavailable, "'\(path)' is a link that leads nowhere")
    default:
      // A pipe or a device takes no name over.
      throw ExportError(.outputUnavailable, "'\(path)' is not a regular file")
    }
    if !overwriting {
      throw ExportError(.outputExists, "'\(path)' exists")
    }
  }
}

/// Why the last call of the system failed.
func systemError(_ number: Int32 = errno) -> String { unsafe String(cString: strerror(number)) }

func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash]
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}

/// Where a symbolic link leads; the path itself where it is none, or leads nowhere.
private func target(ofLink path: String) -> String {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
    let resolved = unsafe realpath(path, nil)
  else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// More digits than any number of a frame has, few enough for any name.
private let widestNumber = 20

/// How many places for a number a name has; what is no such place but starts like one counts, too.
private func numberPlaces(in name: String) -> Int {
  let rest = name.replacing("%%", with: "")
  let places = rest.matches(of: /%([0-9]*)d/).count { place in
    place.1.isEmpty || Int(place.1).map { $0 <= widestNumber } == true
  }
  return rest.split(separator: "%", omittingEmptySubsequences: false).count - 1 == places
    ? places : .max
}
