import CutawaySystem
import Testing

/// Messages of a worker.
@Suite struct WorkerNoteTests {
  @Test(
    arguments: [
      .limits(memory: 1 << 31, seconds: 90.5), .limits(memory: nil, seconds: nil),
      .place(of: "a b.mp4", at: "edit.yaml:3:22"), .opens("ü.mov"), .closes(""),
      .reads("x", thread: 4_711), .writes("/tmp/.film"), .finishes("/tmp/.film"),
      .dies(signal: 11, thread: 4_711),
    ] as [WorkerNote])
  func `a note arrives as it was sent`(note: WorkerNote) {
    #expect(WorkerNote(message: note.message) == note)
  }

  @Test func `any bytes are a note or none`() {
    var generator = SystemRandomNumberGenerator()
    for length in 0..<400 {
      var bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if length > 0 { bytes[0] %= 9 }
      guard let note = WorkerNote(message: bytes) else { continue }
      // What has been read can be sent again.
      #expect(WorkerNote(message: note.message) == note, "\(bytes)")
    }
  }
}
