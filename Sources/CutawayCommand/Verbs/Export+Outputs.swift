import ArgumentParser
import Cutaway
import CutawayModel
import CutawayTranslation
import Foundation

// Several files, which share a rendering where they can.
extension Export {
  /// Checks that the options fit several outputs, or a stream.
  func checkSharedRendering() throws {
    if let stream, stream.folder != dash ?? stream.folder {
      throw ValidationError("--hls and --dash share their media: give both the same folder")
    }
    let name = hls != nil ? "--hls" : dash != nil ? "--dash" : "several outputs"
    guard stream != nil || outputs.count > 1 else { return }
    let ofStreams = [
      maxFileSize != nil ? "--max-file-size" : nil, smart.smart ? "--smart" : nil,
      rendition.passthroughIfPossible ? "--passthrough-if-possible" : nil,
    ]
    let others = [
      each != nil ? "--each" : nil, smart.showPlan ? "--show-plan" : nil,
      division.part != nil ? "--part" : nil, division.jobs != nil ? "--jobs" : nil,
      rendition.fileType != nil && !outputs.contains("-") ? "--file-type" : nil,
    ]
    let excluded = (stream == nil ? [] : ofStreams) + others
    if let other = excluded.compactMap(\.self).first {
      throw ValidationError("\(name) cannot be used with \(other)")
    }
  }

  /// Exports into all outputs.
  func exportFiles(_ job: inout Job) async throws {
    let document = job.document
    let files = try outputs.map { output in
      var command = self
      // It is the type of standard output; files have extensions.
      if output != "-" { command.rendition.fileType = nil }
      return ExportSession.File(output, as: try Job(of: document, command, output: output).type)
    }
    for file in files {
      try job.check(file)
    }
    let display = ProgressDisplay(
      quiet ? .none : progress, output: outputs.joined(separator: ", "))
    let session = try await job.session(warnings: true, onWarning: display.show)
    try await job.reportingFaults { () throws(ExportError) in
      try await display.follow(session) { () throws(ExportError) in
        try await session.export(to: files)
      }
      if let summary = session.smartSummary { display.show(summary) }
      display.complete()
    }
  }

  /// The folder of a stream, and its formats; `nil` writes a file.
  var stream: (folder: String, formats: Set<StreamFormat>)? {
    guard let folder = hls ?? dash else { return nil }
    return (folder, Set((hls == nil ? [] : [.hls]) + (dash == nil ? [] : [.dash])))
  }

  /// Writes a folder for adaptive streaming.
  func exportStream(
    _ job: inout Job, _ stream: (folder: String, formats: Set<StreamFormat>)
  ) async throws {
    let folder = stream.folder
    let display = ProgressDisplay(quiet ? .none : progress, output: folder)
    let session = try await job.session(warnings: true, onWarning: display.show)
    try await job.reportingFaults { () throws(ExportError) in
      _ = try await display.follow(session) { () throws(ExportError) in
        try await session.exportStream(
          to: URL(fileURLWithPath: folder), formats: stream.formats)
      }
      let names = stream.formats.map { "\(folder)/\($0.indexName)" }.sorted()
      display.end(with: "wrote \(names.joined(separator: " and "))")
    }
  }
}
