import ArgumentParser
import Cutaway
import CutawayFile
import CutawayModel
import Foundation

extension Export {
  /// Exports the composition once for each row of a table.
  func exportRows(of file: String) async throws {
    let input = InputFile(path: file)
    let rows = try VariableRows(
      input.text(
        of: "a table of values", upTo: CompositionLimits.standard.bytes + 1, telling: tell),
      file: input.name,
      directory: input.isStream ? "" : folder(of: file))
    if rows.rows.isEmpty { throw ValidationError("--each: \(input.name) has no rows") }
    let names = try RowNames(pattern: output ?? "", of: rows)
    let batch = Batch(
      command: self, rows: rows, names: names, text: try await self.input.text(),
      common: try self.input.variables.values())
    try await batch.checkAll()
    try await batch.exportAll(atOnce: division.jobCount ?? 1)
  }

  /// The exports of all rows.
  fileprivate struct Batch: Sendable {
    let command: Export
    let rows: VariableRows
    let names: RowNames
    /// The text of the composition.
    let text: (bytes: [UInt8], isMedia: Bool)
    let common: VariableValues

    private func job(_ index: Int) async throws -> Job {
      let values = rows.values(ofRow: index, optional: names.columns)
      let document = try await command.input.document(
        of: text.bytes, isMedia: text.isMedia, values: common.merging(values))
      return try Job(of: document, command, output: names.all[index])
    }

    /// Checks the compositions and the outputs of all rows.
    func checkAll() async throws {
      var failure: (any Error)?
      for index in rows.rows.indices {
        do {
          try await job(index).check(names.all[index])
        } catch let error as CancellationError {
          throw error
        } catch let error as ValidationError {
          throw error
        } catch {
          tell("\(rows.place(ofRow: index)): row \(index + 1):")
          let code = reported(error)
          failure = failure ?? code
        }
      }
      if let failure { throw failure }
    }

    /// Exports all rows; one that fails does not stop the others.
    func exportAll(atOnce limit: Int) async throws {
      ExportSession.concurrencyLimit = limit
      let failures = await withTaskGroup(of: (any Error)?.self) { group in
        var waiting = rows.rows.indices, failures: [any Error] = []
        for _ in 0..<limit {
          guard let index = waiting.popFirst() else { break }
          group.addTask { await export(index) }
        }
        while let result = await group.next() {
          if let result { failures.append(result) }
          guard !Task.isCancelled, let index = waiting.popFirst() else { continue }
          group.addTask { await export(index) }
        }
        return failures
      }
      try Task.checkCancellation()
      guard let failure = failures.first else { return }
      tell("\(failures.count) of \(rows.rows.count) rows failed")
      throw failure
    }

    private func export(_ index: Int) async -> (any Error)? {
      let output = names.all[index], place = rows.place(ofRow: index)
      do {
        var job = try await job(index)
        // Rows may be exported at the same time, so each line names its row.
        let session = try await job.session(
          warnings: true, telling: { tell("\(place): row \(index + 1): \($0)") }
        ) { warning in
          tell("\(place): row \(index + 1): warning: \(warning.message)")
        }
        try await job.reportingFaults { [job] () throws(ExportError) in
          try await session.export(to: output, as: job.type)
        }
      } catch {
        if Task.isCancelled { return error }
        tell("\(place): row \(index + 1), '\(output)':")
        return reported(error)
      }
      announce(index, output)
      return nil
    }

    private func announce(_ index: Int, _ output: String) {
      struct Line: Encodable { var row: Int, rows: Int, output: String }
      if command.quiet || command.progress == .none { return }
      guard command.progress == .json else {
        return tell("\(index + 1)/\(rows.rows.count): wrote \(output)")
      }
      let line = Line(row: index + 1, rows: rows.rows.count, output: output)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Numbers and text can always be encoded.
      guard let data = try? encoder.encode(line) else { return }
      report(line: String(decoding: data, as: UTF8.self))
    }
  }
}

/// The names of the outputs of a table's rows.
struct RowNames {
  /// The name for each row.
  let all: [String]
  /// The columns that the pattern uses.
  let columns: Set<String>

  /// Creates the names.
  ///
  /// - Parameters:
  ///   - pattern: A path, in which `{name}` stands for the text of a column and `{row}` for the
  ///     number of the row.
  ///   - table: The rows.
  /// - Throws: `ValidationError` if two names are the same, or one is not that of a file.
  init(pattern: String, of table: VariableRows) throws {
    let places = pattern.matches(of: /\{([A-Za-z][A-Za-z0-9_]*)\}/)
    columns = Set(places.map { String($0.1) })
    for name in columns.sorted() where name != "row" && !table.names.contains(name) {
      throw ValidationError(
        "--output: there is no column '\(name)'; the columns are \(table.names.joined(separator: ", "))"
          + ", and {row} is the number of the row")
    }
    var names: [String] = [], rows: [String: Int] = [:]
    for index in table.rows.indices {
      var name = pattern
      for place in places.reversed() {
        let column = table.names.firstIndex(of: String(place.1))
        let text = column.map { table.rows[index][$0] } ?? "\(index + 1)"
        if text.isEmpty || text.contains("/") || text.contains("\0") || text.hasPrefix(".") {
          throw ValidationError(
            "\(table.place(ofRow: index)): '\(text)' in the column '\(place.1)' cannot be part of "
              + "the name of a file")
        }
        name.replaceSubrange(place.range, with: text)
      }
      if let other = rows.updateValue(index, forKey: name) {
        throw ValidationError(
          "--output: rows \(other + 1) and \(index + 1) would have the same file, '\(name)'; use "
            + "columns in its name, as in 'film-{row}.mp4'")
      }
      names.append(name)
    }
    all = names
  }
}
