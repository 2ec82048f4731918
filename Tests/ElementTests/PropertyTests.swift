import CutawayElementKit
import Foundation
import Testing

@Suite struct PropertyTests {
  struct Sample: Element, Codable, Hashable {
    static let name = "sample"
    static let summary = "An element with every kind of property"
    var untouched: UInt8 = 7
    @Property("Whether it is on") var isOn = true
    @Property(in: 0...1, "How much") var cornerRadius = 0.25
    @Property(in: -3...3, "How many") var count = 2
    @Property("What it says") var label = "none"
  }

  @Test func `names are in kebab case, in order of declaration`() {
    #expect(Sample.properties.map(\.name) == ["is-on", "corner-radius", "count", "label"])
  }

  @Test func `offsets find the stored values`() {
    unsafe withUnsafeBytes(of: Sample()) { bytes in
      let offsets = Sample.properties.map(\.offset)
      #expect(unsafe bytes.load(fromByteOffset: offsets[0], as: Bool.self) == true)
      #expect(unsafe bytes.load(fromByteOffset: offsets[1], as: Double.self) == 0.25)
      #expect(unsafe bytes.load(fromByteOffset: offsets[2], as: Int.self) == 2)
    }
  }

  @Test func `settings survive a round trip through JSON`() throws {
    var sample = Sample()
    sample.cornerRadius = 0.75
    let data = try JSONEncoder().encode(sample)
    #expect(try JSONDecoder().decode(Sample.self, from: data) == sample)
    #expect(String(decoding: data, as: UTF8.self).contains(#""cornerRadius":0.75"#))
  }

  @Test func `settings print as an element of a pipeline`() {
    let sample = Sample { $0.cornerRadius = 1 }
    #expect(sample.launchDescription == "sample is-on=true corner-radius=1.0 count=2 label=none")
  }

  @Test func `memberwise initializers take plain values`() {
    #expect(Sample(untouched: 1, isOn: false, cornerRadius: 1, count: 3, label: "").count == 3)
  }
}
