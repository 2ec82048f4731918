import CutawayContainers
import CutawayDiagnostics
import CutawayElementKit
import Synchronization

/// A fragmented MP4 file on its way into a pipe, to which nothing can be added later.
///
/// Its header is completed before the first fragment: with metadata, chapters, and the edit list without which sound is late.
final class PipedMovie: Sendable {
  private let finishing: ExportFinishing
  private let hasHeader = Atomic(false)

  init(_ finishing: ExportFinishing) { self.finishing = finishing }

  /// The box to write instead of a box of the muxer, which comes as a whole.
  ///
  /// - Parameter bytes: The box.
  /// - Returns: The box to write; `nil` leaves it out. Fails if it is no header.
  func box(insteadOf bytes: [UInt8]) -> Result<[UInt8]?, ElementError> {
    switch bytes.dropFirst(4).prefix(4) {
    case ArraySlice("moov".utf8):
      // mp4mux repeats the header at the end.
      if hasHeader.exchange(true, ordering: .relaxed) { return .success(nil) }
      do throws(ContainerError) {
        return .success(try finishing.movieHeader(insteadOf: bytes))
      } catch {
        return .failure(ElementError(error.message, code: .failed))
      }
    // The list of fragments has offsets in the output of the muxer.
    case ArraySlice("mfra".utf8): return .success(nil)
    default: return .success(bytes)
    }
  }
}
