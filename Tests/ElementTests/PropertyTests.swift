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

  @Test func `a property has the type, the range and the text of its declaration`() {
    #expect(
      Sample.properties.map(\.kind) == [.bool, .double(0...1), .int(-3...3), .string])
    #expect(
      Sample.properties.map(\.summary) == [
        "Whether it is on", "How much", "How many", "What it says",
      ])
  }

  @Test func `settings are equal if their values are`() {
    #expect(Sample() == Sample() && Sample() != Sample { $0.count = 3 })
    #expect(Set([Sample(), Sample { $0.label = "none" }, Sample { $0.isOn = false }]).count == 2)
  }

  @Test func `decoded settings are not checked against their ranges`() throws {
    let text = #"{"untouched":7,"isOn":true,"cornerRadius":9,"count":2,"label":""}"#
    let sample = try JSONDecoder().decode(Sample.self, from: Data(text.utf8))
    // GStreamer checks a value when it is set; a decoded one is not set yet.
    #expect(sample.cornerRadius == 9)
  }

  struct Painted: Element, Codable, Hashable {
    static let name = "painted"
    static let summary = "A colour after a number"
    @Property(in: 0...9, "A number") var count = 5
    @Property(color: "A colour") var color: UInt32 = 0xFF12_3456
  }

  @Test func `a colour is an unsigned integer`() throws {
    #expect(Painted.properties.map(\.kind) == [.int(0...9), .color])
    unsafe withUnsafeBytes(of: Painted()) { bytes in
      let offset = Painted.properties[1].offset
      #expect(unsafe bytes.load(fromByteOffset: offset, as: UInt32.self) == 0xFF12_3456)
    }
    let data = try JSONEncoder().encode(Painted { $0.color = 7 })
    #expect(try JSONDecoder().decode(Painted.self, from: data).color == 7)
  }

  struct Packed: Element {
    static let name = "packed"
    static let summary = "Properties between smaller and larger values"
    var first: UInt8 = 1
    @Property(in: 0...9, "A number after a byte") var x2Value = 5
    var second: UInt16 = 2
    @Property("A switch after two bytes") var isURLKnown = true
    var third: Double = 3
    @Property(in: 0...1, "A number at the end") var last = 0.5
  }

  @Test func `offsets take the alignment of each value into account`() {
    unsafe withUnsafeBytes(of: Packed()) { bytes in
      let offsets = Packed.properties.map(\.offset)
      #expect(unsafe bytes.load(fromByteOffset: offsets[0], as: Int.self) == 5)
      #expect(unsafe bytes.load(fromByteOffset: offsets[1], as: Bool.self) == true)
      #expect(unsafe bytes.load(fromByteOffset: offsets[2], as: Double.self) == 0.5)
    }
    #expect(Packed.properties.map(\.name) == ["x2-value", "is-u-r-l-known", "last"])
  }

  @Test func `an error names the place in the source that created it`() {
    let error = ElementError("no")
    #expect("\(error)" == "no")
    #expect("\(error.file)" == "ElementTests/PropertyTests.swift" && error.line > 80)
  }
}
