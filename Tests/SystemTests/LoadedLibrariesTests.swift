import CutawaySystem
import Testing

@Suite struct LoadedLibrariesTests {
  @Test func `libraries at the end of a long list of mappings are found`() {
    // The loader is mapped after all libraries, of which a test process has hundreds.
    #expect(!CurrentProcess.loadedLibraries(startingWith: ["ld-linux"]).isEmpty)
    #expect(CurrentProcess.loadedLibraries(startingWith: ["libnothing"]).isEmpty)
  }
}
