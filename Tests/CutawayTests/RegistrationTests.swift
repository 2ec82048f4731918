import Cutaway
import CutawayDiagnostics
import CutawayRuntime
import Testing

@Suite struct RegistrationTests {
  @Test func `elements that GStreamer refuses are an error that names their plugin`() throws {
    let error = #expect(throws: PipelineError.self) { try checkRegistration(refused: ["ramps"]) }
    #expect(error?.code == .missingElement)
    #expect(error?.message.contains("ramps") == true)
    try checkRegistration(refused: [])
    try registerElements()
  }
}
