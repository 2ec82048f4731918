import CutawayColorProfiles
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// ICC profiles.
@Suite struct ICCProfileTests {
  @Test func `profiles are recognized by what they do`() {
    #expect(ICCProfile(MatrixProfile.sRGB.bytes).encoding == .sRGB)
    #expect(ICCProfile(MatrixProfile.displayP3.bytes).encoding == .displayP3)
    #expect(ICCProfile(MatrixProfile.adobeRGB.bytes).encoding == .other)
    #expect(ICCProfile().encoding == .unknown)
    #expect(ICCProfile(Array(repeating: 7, count: 3_000)).encoding == .unknown)
  }

  @Test func `damaged profiles are no conversion`() {
    let bytes = MatrixProfile.adobeRGB.bytes
    for length in stride(from: 0, to: bytes.count, by: 7) {
      // The result is not known, but it is one.
      _ = ICCProfile(Array(bytes[..<length])).encoding
      _ = ProfileConverter(ICCProfile(Array(bytes[..<length])), .rgba8)
    }
    #expect(ProfileConverter(ICCProfile(Array(bytes[..<100])), .rgba8) == nil)
  }

  @Test(arguments: [false, true])
  func `colours are converted as by the matrices of both profiles`(hasCurve: Bool) throws {
    // Primaries between those of sRGB and Adobe RGB.
    let source = MatrixProfile(
      columns: [[0.52, 0.27, 0.017], [0.295, 0.67, 0.08], [0.1492, 0.06, 0.728]],
      gamma: hasCurve ? 1.8 : nil)
    let converter = try #require(ProfileConverter(ICCProfile(source.bytes), .rgba16))
    var random = SeededGenerator(seed: 11)
    var pixels: [SIMD4<UInt16>] = (0..<500).map { _ in
      SIMD4(
        .random(in: 0...65_535, using: &random), .random(in: 0...65_535, using: &random),
        .random(in: 0...65_535, using: &random), .random(in: 0...65_535, using: &random))
    }
    let before = pixels
    var span = pixels.mutableSpan
    converter.apply(to: &span)
    for (old, new) in zip(before, pixels) {
      let color = (0..<3).map { Double(old[$0]) / 65_535 }
      let expected = MatrixProfile.displayP3.color(source.xyz(color))
      for index in 0..<3 {
        let result = Double(new[index]) / 65_535
        // Three steps of 8 bits: the library's table has steps, and near black the curve is steep.
        #expect(abs(result - expected[index]) < 0.012, "\(old) → \(new)")
      }
      #expect(new.w == old.w)
    }
  }

  @Test func `a profile of grey has its curve for each component`() throws {
    let profile = ICCProfile(MatrixProfile.grey(gamma: 1.8))
    #expect(profile.encoding == .other)
    let converter = try #require(ProfileConverter(profile, .rgba16))
    var pixels: [SIMD4<UInt16>] = stride(from: 0, through: 65_535, by: 1_285).map {
      SIMD4(repeating: UInt16($0))
    }
    let before = pixels
    var span = pixels.mutableSpan
    converter.apply(to: &span)
    for (old, new) in zip(before, pixels) {
      let light = pow(Double(old.x) / 65_535, 1.8)
      let expected = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      for index in 0..<3 { #expect(abs(Double(new[index]) / 65_535 - expected) < 0.012) }
      #expect(new.w == old.w)
    }
  }

  @Test func `a profile that makes all colours one is not used`() {
    let flat = MatrixProfile(
      columns: [[0.001, 0.001, 0.001], [0.001, 0.001, 0.001], [0.001, 0.001, 0.001]], gamma: 1)
    #expect(ICCProfile(flat.bytes).encoding == .unknown)
  }

  @Test func `the text form comes back`() throws {
    let profile = ICCProfile([0, 1, 171, 255])
    #expect(profile.text == "0001abff")
    #expect(try ICCProfile(text: profile.text) == profile)
    #expect(try ICCProfile(text: "").bytes.isEmpty)
    for text in ["0", "0g", "012"] {
      #expect(throws: CompositionError.self) { try ICCProfile(text: text) }
    }
  }
}
