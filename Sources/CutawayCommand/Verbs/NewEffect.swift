import ArgumentParser
import Cutaway
import CutawayRuntime
import CutawaySystem
import Foundation

struct NewEffect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-effect",
    abstract: "Creates a ready-to-build Swift package with an element of your own.",
    discussion: """
      Example:
        cutaway new-effect sepia
        cd sepia && swift build -c release && swift test -c release
        GST_PLUGIN_PATH=.build/release gst-inspect-1.0 sepia
        cutaway new-effect diagonal --kind transition
      """)

  @Argument(help: "The element's name: lower-case letters and digits, a letter first, at most 30.")
  var name: String

  @Option(
    help: """
      What the element does: filter changes pictures, transition leads from one picture to another, \
      compositor draws from any number of pictures, audio changes sound.
      """)
  var kind = EffectPackage.Kind.filter

  @Option(help: "The author, as in 'Jo Doe <jo@example.com>'. (default: the name of your account)")
  var author: String?

  @Option(
    help: "The folder of Cutaway's sources, on which the package depends. (default: this program's)"
  )
  var cutaway: String?

  func validate() throws {
    let isName =
      name.count <= 30 && name.first.map { ("a"..."z").contains($0) } == true
      && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    if !isName {
      throw ValidationError(
        "'\(name)' is not a name: expected lower-case letters and digits, a letter first, up to 30"
      )
    }
  }

  func run() async throws {
    let (name, kind, cutaway) = (name, kind, cutaway)
    let author = self.author ?? [NSFullUserName(), NSUserName()].first { !$0.isEmpty } ?? "unknown"
    try await reportingFailures {
      try registerElements()
      if ElementInspection.isInstalled(name) {
        throw fail("error: an element called '\(name)' already exists", Exit.failed)
      }
      let sources = cutaway.map(URL.init(fileURLWithPath:)) ?? ownSources
      try checkSources(sources)
      let folder = URL(fileURLWithPath: name, isDirectory: true)
      let package = EffectPackage(
        name: name, kind: kind, author: author, cutaway: path(from: folder, to: sources),
        folderName: sources.standardizedFileURL.lastPathComponent)
      try write(package, to: folder)
      try printResult(
        "\(name): package created; \(name)/README.md explains how to build and load it")
    }
  }
}

/// The folder of the sources from which this program was built, wherever the build put it.
private let ownSources: URL = {
  var folder = URL(fileURLWithPath: #filePath)
  // The path of this file ends with that of the module in the package.
  while folder.lastPathComponent != "Sources", folder.pathComponents.count > 1 {
    folder.deleteLastPathComponent()
  }
  return folder.deletingLastPathComponent()
}()

private func checkSources(_ folder: URL) throws {
  let bridge = folder.appending(path: "Sources/CutawayElements").path
  if FileManager.default.fileExists(atPath: bridge) { return }
  throw fail(
    "error: '\(folder.path)' does not contain Cutaway's sources; give their folder with --cutaway",
    Exit.unreadableInput)
}

/// The relative path from one folder to another, if they are close.
private func path(from folder: URL, to other: URL) -> String {
  let (from, to) = (
    folder.standardizedFileURL.pathComponents, other.standardizedFileURL.pathComponents
  )
  let shared = zip(from, to).prefix { $0 == $1 }.count
  let up = from.count - shared
  if up > 3 { return other.standardizedFileURL.path }
  return (Array(repeating: "..", count: up) + to.dropFirst(shared)).joined(separator: "/")
}

/// Writes the whole package or nothing.
private func write(_ package: EffectPackage, to folder: URL) throws {
  let files = FileManager.default
  if files.fileExists(atPath: folder.path) {
    throw fail("error: '\(folder.relativePath)' already exists", Exit.unwritableOutput)
  }
  let draft = folder.deletingLastPathComponent()
    .appending(
      path: ".\(folder.lastPathComponent)-\(UUID().uuidString)", directoryHint: .isDirectory)
  do {
    for (path, text) in package.files {
      let file = draft.appending(path: path)
      try files.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try files.moveItem(at: draft, to: folder)
  } catch {
    // If the draft cannot be removed, it stays. The message states the original cause.
    try? files.removeItem(at: draft)
    throw fail(
      "error: cannot write '\(folder.relativePath)': \(error.localizedDescription)",
      Exit.unwritableOutput)
  }
}
