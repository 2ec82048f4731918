import Cutaway
import CutawayTranslation
import Testing

@Suite struct FeatureTests {
  /// A file needs all of them, and the elements of a feature are alternatives.
  @Test(arguments: ExportFileType.allCases)
  func `each element that writes a file type is a feature of its own`(type: ExportFileType) {
    let container = type.container
    for element in [container.muxer, container.tagWriter].compactMap(\.self) {
      let features = Feature.all.filter { $0.alternatives.map(\.name).contains(element.factory) }
      #expect(features.count == 1)
      #expect(features.first?.area == .writing)
      #expect(features.first?.alternatives.count == 1)
      #expect(features.first?.name.contains(container.name) == true)
    }
  }
}
