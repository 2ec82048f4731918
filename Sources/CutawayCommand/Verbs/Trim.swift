import ArgumentParser
import Cutaway
import CutawayTime

struct Trim: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Exports a part of a media file.",
    discussion: """
      Example:
        cutaway trim beach.mp4 10,20 -o part.mp4
        cutaway trim beach.mp4 00:01:02.5,end -o rest.mp4 --passthrough-if-possible
        cutaway trim beach.mp4 10,20 --print >part.yaml
      """)

  @Argument(help: "The media file.", completion: .file())
  var media: String
  @Argument(help: "The part: START,END. END may be the word 'end'.")
  var part: String
  @OptionGroup var export: ClipExportArguments

  var opening: Opening {
    Opening(policy: export.policy, inputs: [media], outputs: [export.output].compactMap(\.self))
  }

  func validate() throws {
    try export.check()
    // Called only for its errors.
    _ = try source()
  }

  func run() async throws {
    let options = self
    outliveReaders()
    try await reportingFailures(
      cancellation: "the export was cancelled; '\(export.output ?? "")' has not been written"
    ) { try await options.export.run([.init(path: options.media, source: try options.source())]) }
  }

  /// The part in the notation of the file format.
  private func source() throws -> String {
    let parts = part.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError("'\(part)' is not a part: expected START,END")
    }
    for text in parts where text != "end" || text == parts[0] {
      // Times in frames need a frame rate, which is that of the media.
      guard !text.hasSuffix("f"), MediaTime(spelling: text, frameDuration: MediaTime(1)) != nil
      else {
        throw ValidationError(
          "'\(text)' is not a time: expected 1.5, 1/30, 1500ms or 00:01:02.500")
      }
    }
    return parts.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
