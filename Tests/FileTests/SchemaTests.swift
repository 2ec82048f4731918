import CutawayFile
import Foundation
import Testing

/// The schema and the reader accept the same shapes.
struct SchemaTests {
  @Test func `the schema and the reader agree on valid and invalid files`() throws {
    let files = SchemaFiles.good + SchemaFiles.bad
    let schema = try SchemaValidator.judge(files)
    let expected = SchemaFiles.good.map { _ in true } + SchemaFiles.bad.map { _ in false }
    for (index, file) in files.enumerated() {
      #expect(schema[index] == expected[index], "the schema, of \(file)")
      #expect(SchemaValidator.readerAccepts(file) == expected[index], "the reader, of \(file)")
    }
  }

  /// With `CUTAWAY_MUTATIONS` another number of them.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the schema and the reader agree on mutations of valid files`(seed: UInt64) throws {
    var mutator = Mutator(seed: seed)
    let wanted = ProcessInfo.processInfo.environment["CUTAWAY_MUTATIONS"].flatMap { Int($0) }
    let files = (0..<(wanted ?? 200)).map { _ in mutator.mutation(of: SchemaFiles.full).text }
    let schema = try SchemaValidator.judge(files)
    for (file, verdict) in zip(files, schema) {
      #expect(SchemaValidator.readerAccepts(file) == verdict, "the schema says \(verdict): \(file)")
    }
    // Both verdicts must occur.
    #expect(schema.count { $0 } > 12)
    #expect(schema.count { !$0 } > 12)
  }

  @Test func `written files are valid`() throws {
    let files = (1_000..<1_200 as Range<UInt64>).map { seed in
      var generator = CompositionGenerator(seed: seed)
      return generator.composition().yaml()
    }
    let verdicts = try SchemaValidator.judge(files)
    for (file, verdict) in zip(files, verdicts) { #expect(verdict, "\(file)") }
  }

  @Test func `every pipeline of the repository is valid`() throws {
    let files = try Pipelines.all.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(try SchemaValidator.judge(files) == files.map { _ in true })
  }

  @Test(arguments: Pipelines.all)
  func `a pipeline of the repository can be read`(url: URL) throws {
    let bytes = try Data(contentsOf: url)
    let source = try CompositionText(
      bytes, file: url.lastPathComponent, directory: "pipelines")
    // `SampleTests` reads those whose meaning depends on their media or on tables.
    if !source.neededMedia.isEmpty || !source.neededListings.isEmpty { return }
    let document = try source.document()
    let text = document.composition.yaml(relativeTo: "pipelines")
    #expect(try read(text, directory: "pipelines").yaml(relativeTo: "pipelines") == text)
  }
}

enum Pipelines {
  /// The composition files in `pipelines/`.
  static var all: [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: "pipelines"), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "yaml" }.sorted { $0.path() < $1.path() }
  }
}
