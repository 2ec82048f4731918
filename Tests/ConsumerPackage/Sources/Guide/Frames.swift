import CutawayMediaIO
import Foundation

/// Exports an edit as a negative.
func exportNegative(of edit: Composition, to url: URL, size: PixelSize) async throws {
  let writer = try MediaWriter(to: url, video: .init(.h264, size: size), sound: .init(.aac))
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      for try await frame in VideoFrames(of: edit, as: .i420, size: size) {
        let negative = frame.bytes.map { 255 - $0 }
        try await writer.append(
          VideoFrame(
            negative, as: .i420, width: frame.width, height: frame.height, at: frame.time))
      }
    }
    group.addTask {
      for try await block in SoundBlocks(of: edit) { try await writer.append(block) }
    }
    try await group.waitForAll()
  }
  try await writer.finish()
}
