import CutawayElementKit
import CutawaySystem

/// A 3-D lookup table from a `.cube` file, as described in Adobe's "Cube LUT Specification 1.0".
struct CubeFile: Sendable, Equatable {
  /// The number of samples per axis.
  let size: Int
  /// The colours of the input that the first and the last samples stand for.
  let domain: (lower: SIMD3<Float>, upper: SIMD3<Float>)
  /// Red, green, blue, 0; red varies fastest.
  let samples: [SIMD4<Float>]

  /// The largest number of samples per axis; the table has 34 MB.
  static let sizeLimit = 129
  /// The largest size of a file.
  private static let byteLimit: Int64 = 128 << 20

  static func == (a: Self, b: Self) -> Bool {
    a.size == b.size && a.domain == b.domain && a.samples == b.samples
  }

  /// Reads a file.
  ///
  /// - Throws: `ElementError`, which names the file and the line.
  init(path: String) throws(ElementError) {
    self = try Self(text: Self.contents(of: path), path: path)
  }

  /// Reads the text of a file; `path` is for error messages.
  init(text: [UInt8], path: String) throws(ElementError) {
    var reader = CubeReader(path: path)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 10 }) {
      try reader.read(line)
    }
    self = try reader.finish()
  }

  fileprivate init(
    size: Int, domain: (lower: SIMD3<Float>, upper: SIMD3<Float>), samples: [SIMD4<Float>]
  ) {
    (self.size, self.domain, self.samples) = (size, domain, samples)
  }

  private static func contents(of path: String) throws(ElementError) -> [UInt8] {
    var reason: String, code: ElementError.Code = .unreadable
    do throws(SystemError) {
      // A pipe at this path must not block the stream.
      let file = try OpenFile(path, for: .reading, .withoutWaiting)
      let status = try file.status
      if status.kind == .regular, status.size <= byteLimit {
        return try file.read(Int(status.size), at: 0)
      }
      reason = status.kind == .regular ? "\(status.size) bytes are too many" : "not a regular file"
    } catch {
      reason = error.message
      if error == .missing { code = .notFound }
    }
    throw ElementError("cannot read the lookup table \(path): \(reason)", code: code)
  }
}

/// Reads a `.cube` file line by line.
private struct CubeReader {
  let path: String
  private var line = 0
  private var size: Int?
  private var domain = (lower: SIMD3<Float>(repeating: 0), upper: SIMD3<Float>(repeating: 1))
  private var samples: [SIMD4<Float>] = []

  init(path: String) { self.path = path }

  private func fault(_ text: String) -> ElementError {
    ElementError("\(path):\(line): \(text)", code: .wrongType)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ElementError) {
    line += 1
    let words = bytes.split { $0 == 32 || $0 == 9 || $0 == 13 }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
    guard let letter = first.first, (65...90).contains(letter) else {
      return try addSample(words)
    }
    let keyword = String(decoding: first, as: UTF8.self)
    guard samples.isEmpty else { throw fault("'\(keyword)' after the first sample") }
    switch keyword {
    case "TITLE": return
    case "LUT_3D_SIZE": try readSize(words.dropFirst())
    case "DOMAIN_MIN": domain.lower = try color(words.dropFirst(), of: keyword)
    case "DOMAIN_MAX": domain.upper = try color(words.dropFirst(), of: keyword)
    case "LUT_3D_INPUT_RANGE":
      let range = try numbers(words.dropFirst(), 2, of: keyword)
      domain = (SIMD3(repeating: range[0]), SIMD3(repeating: range[1]))
    case "LUT_1D_SIZE", "LUT_1D_INPUT_RANGE":
      throw fault("the file contains a 1-D table; expected LUT_3D_SIZE")
    default: throw fault("unknown keyword '\(keyword)'")
    }
  }

  private mutating func readSize(_ words: ArraySlice<ArraySlice<UInt8>>) throws(ElementError) {
    guard size == nil else { throw fault("a second LUT_3D_SIZE") }
    guard words.count == 1, let word = words.first,
      let number = Int(String(decoding: word, as: UTF8.self))
    else { throw fault("LUT_3D_SIZE: expected one integer") }
    guard (2...CubeFile.sizeLimit).contains(number) else {
      throw fault("LUT_3D_SIZE: expected 2 to \(CubeFile.sizeLimit), found \(number)")
    }
    size = number
    samples.reserveCapacity(number * number * number)
  }

  private mutating func addSample(_ words: [ArraySlice<UInt8>]) throws(ElementError) {
    guard let size else { throw fault("a sample before LUT_3D_SIZE") }
    guard samples.count < size * size * size else {
      throw fault("more samples than LUT_3D_SIZE \(size) has: \(size * size * size)")
    }
    let parts = try numbers(words[...], 3, of: "a sample")
    samples.append(SIMD4(parts[0], parts[1], parts[2], 0))
  }

  private func color(
    _ words: ArraySlice<ArraySlice<UInt8>>, of name: String
  ) throws(ElementError) -> SIMD3<Float> {
    SIMD3(try numbers(words, 3, of: name))
  }

  private func numbers(
    _ words: ArraySlice<ArraySlice<UInt8>>, _ count: Int, of name: String
  ) throws(ElementError) -> [Float] {
    guard words.count == count else {
      throw fault("\(name): expected \(count) numbers, found \(words.count)")
    }
    var result: [Float] = []
    for word in words {
      let text = String(decoding: word, as: UTF8.self)
      guard let number = Float(text), number.isFinite else {
        throw fault("\(name): '\(text)' is not a number")
      }
      result.append(number)
    }
    return result
  }

  consuming func finish() throws(ElementError) -> CubeFile {
    guard let size else {
      throw ElementError("\(path): no LUT_3D_SIZE, so not a 3-D .cube file", code: .wrongType)
    }
    guard (domain.upper - domain.lower).min() > 0 else {
      throw ElementError(
        "\(path): the upper end of the domain is not above the lower end", code: .wrongType)
    }
    guard samples.count == size * size * size else {
      throw fault("the file ends after \(samples.count) of \(size * size * size) samples")
    }
    return CubeFile(size: size, domain: domain, samples: samples)
  }
}
