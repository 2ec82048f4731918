import CutawayEffects
import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// `.cube` files of `colorgrade`.
@Suite struct LookupTableTests {
  /// A random table in a temporary file.
  private struct Table {
    let size: Int
    let samples: [SIMD3<Double>]
    var lower = SIMD3(0.0, 0, 0), upper = SIMD3(1.0, 1, 1)

    init(size: Int, seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      self.size = size
      samples = (0..<size * size * size).map { index in
        let place = SIMD3(index % size, index / size % size, index / size / size)
        let color = SIMD3<Double>(place) / Double(size - 1)
        return (0..<3).reduce(into: color) { color, part in
          color[part] = pow(color[part], 1.3) + Double.random(in: -0.1...0.1, using: &random)
        }
      }
    }

    var text: String {
      """
      TITLE "A random table"
      # A comment

      LUT_3D_SIZE \(size)
      DOMAIN_MIN \(lower.x) \(lower.y) \(lower.z)
      DOMAIN_MAX \(upper.x) \(upper.y) \(upper.z)

      """ + samples.map { "\($0.x) \($0.y)\t\($0.z)\r\n" }.joined()
    }

    /// The colour interpolated in the tetrahedron around it: along the axes, the one with the
    /// largest fraction first.
    func callAsFunction(_ color: SIMD4<Double>) -> SIMD4<Double> {
      var cell: [Int] = [], fractions: [Double] = []
      for part in 0..<3 {
        let scale = (color[part] - lower[part]) / (upper[part] - lower[part])
        let place = min(max(scale, 0), 1) * Double(size - 1)
        cell.append(min(Int(place), size - 2))
        fractions.append(place - Double(cell[part]))
      }
      func sample(_ cell: [Int]) -> SIMD3<Double> {
        samples[(cell[2] * size + cell[1]) * size + cell[0]]
      }
      var result = sample(cell)
      for part in (0..<3).sorted(by: { fractions[$0] > fractions[$1] }) {
        let before = sample(cell)
        cell[part] += 1
        result += (sample(cell) - before) * fractions[part]
      }
      return SIMD4(result, color.w)
    }
  }

  private func withFile(_ text: some Sequence<UInt8>, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("cutaway-\(UUID().uuidString).cube")
    try Data(text).write(to: file)
    let result = Result { try body(file.path) }
    try FileManager.default.removeItem(at: file)
    try result.get()
  }

  @Test(arguments: [2, 3, 17, 33], [0.3, 1])
  func `colours are interpolated in tetrahedra`(size: Int, amount: Double) throws {
    let table = Table(size: size, seed: UInt64(size))
    try withFile(table.text.utf8) { path in
      let grade = ColorGrade {
        $0.location = path
        $0.lutAmount = amount
      }
      func expected(_ color: SIMD4<Double>) -> SIMD4<Double> {
        table(color) * amount + color * (1 - amount)
      }
      for layout in [PixelLayout.bgra, .abgr] {
        let image = Image.random(width: 45, height: 33, layout: layout, seed: 4)
        let quality = psnr(
          try image.filtered(by: grade).colors, image.colors.map { expected($0) })
        #expect(quality >= 55, "\(quality) dB")
      }
      let deep = DeepImage.random(width: 45, height: 33, layout: .argb64, seed: 4)
      let quality = psnr(try deep.filtered(by: grade).colors, deep.colors.map { expected($0) })
      #expect(quality >= 90, "\(quality) dB")
    }
  }

  @Test func `a domain moves the samples`() throws {
    var table = Table(size: 9, seed: 3)
    (table.lower, table.upper) = (SIMD3(-0.5, 0.1, 0), SIMD3(1.2, 0.8, 2))
    try withFile(table.text.utf8) { path in
      let image = DeepImage.random(width: 45, height: 33, layout: .rgba64, seed: 4)
      let result = try image.filtered(by: ColorGrade { $0.location = path })
      #expect(psnr(result.colors, image.colors.map { table($0) }) >= 90)
    }
  }

  /// A table that changes nothing, of two samples per axis.
  private let identity =
    "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()

  @Test func `a table that changes nothing changes nothing`() throws {
    let image = Image.random(width: 45, height: 33, layout: .bgra, seed: 4)
    let deep = DeepImage.random(width: 45, height: 33, layout: .rgba64, seed: 4)
    try withFile(identity.utf8) { path in
      let grade = ColorGrade { $0.location = path }
      let result = try image.filtered(by: grade), deepResult = try deep.filtered(by: grade)
      #expect(result == image)
      #expect(deepResult == deep)
    }
  }

  @Test func `the table comes after the other settings`() throws {
    let image = Image.random(width: 45, height: 33, layout: .bgra, seed: 4)
    var grade = ColorGrade {
      $0.gamma = 1.4
      $0.saturation = 1.5
    }
    let plain = try image.filtered(by: grade)
    try withFile(identity.utf8) { path in
      grade.location = path
      let result = try image.filtered(by: grade)
      for (a, b) in zip(plain.pixels, result.pixels) {
        let difference = SIMD4<Int>(truncatingIfNeeded: a) &- SIMD4<Int>(truncatingIfNeeded: b)
        #expect(difference.min() >= -1 && difference.max() <= 1)
      }
    }
  }

  @Test func `a new path or amount takes effect at the next frame`() throws {
    let image = Image.random(width: 30, height: 20, layout: .bgra, seed: 8)
    var state = try ColorGrade().makeState(for: image.format)
    try withFile(Table(size: 4, seed: 1).text.utf8) { first in
      try withFile(Table(size: 6, seed: 2).text.utf8) { second in
        for (path, amount) in [(first, 1), (second, 1), (second, 0.4), ("", 1), (first, 0.2)] {
          let grade = ColorGrade {
            ($0.location, $0.lutAmount, $0.gain) = (path, amount, 1.1)
          }
          var frame = image
          try frame.apply(grade, state: &state)
          let fresh = try image.filtered(by: grade)
          #expect(frame == fresh)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("", ": no LUT_3D_SIZE, so not a 3-D .cube file"),
      ("# only\nTITLE \"x\"\n", ": no LUT_3D_SIZE, so not a 3-D .cube file"),
      ("LUT_3D_SIZE 2\n0 0 0\n", ":3: the file ends after 1 of 8 samples"),
      ("LUT_3D_SIZE 1\n", ":1: LUT_3D_SIZE: expected 2 to 129, found 1"),
      ("\nLUT_3D_SIZE 130\n", ":2: LUT_3D_SIZE: expected 2 to 129, found 130"),
      ("LUT_3D_SIZE x\n", ":1: LUT_3D_SIZE: expected one integer"),
      ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", ":2: a second LUT_3D_SIZE"),
      ("LUT_1D_SIZE 4\n", ":1: the file contains a 1-D table; expected LUT_3D_SIZE"),
      ("0 0 0\n", ":1: a sample before LUT_3D_SIZE"),
      ("LUT_3D_SIZE 2\n0 0\n", ":2: a sample: expected 3 numbers, found 2"),
      ("LUT_3D_SIZE 2\n0 0 zero\n", ":2: a sample: 'zero' is not a number"),
      ("LUT_3D_SIZE 2\n0 nan 0\n", ":2: a sample: 'nan' is not a number"),
      ("LUT_3D_SIZE 2\n0 1e99 0\n", ":2: a sample: '1e99' is not a number"),
      ("LUT_3D_SIZE 2\n0 0 0\nTITLE x\n", ":3: 'TITLE' after the first sample"),
      ("LUT_9D_SIZE 2\n", ":1: unknown keyword 'LUT_9D_SIZE'"),
      (
        "DOMAIN_MIN 1 1 1\nLUT_3D_SIZE 2\n",
        ": the upper end of the domain is not above the lower end"
      ),
      ("DOMAIN_MAX 1 1\n", ":1: DOMAIN_MAX: expected 3 numbers, found 2"),
      (
        "LUT_3D_SIZE 2\n" + String(repeating: "0 0 0\n", count: 9),
        ":10: more samples than LUT_3D_SIZE 2 has: 8"
      ),
    ])
  func `a damaged file is an error with its line`(text: String, fault: String) throws {
    try withFile(text.utf8) { path in
      let error = #expect(throws: ElementError.self) {
        try ColorGrade { $0.location = path }
          .makeState(for: VideoFormat(width: 2, height: 2, layout: .bgra))
      }
      #expect(error?.description == path + fault)
    }
  }

  @Test(arguments: [
    ("/nonexistent.cube", "No such file or directory"), ("/", "not a regular file"),
    ("/dev/zero", "not a regular file"),
  ])
  func `a path without a file is an error that names it`(path: String, reason: String) {
    let error = #expect(throws: ElementError.self) {
      try ColorGrade { $0.location = path }
        .makeState(for: VideoFormat(width: 2, height: 2, layout: .bgra))
    }
    #expect(error?.description == "cannot read the lookup table \(path): \(reason)")
  }

  @Test func `random damage gives a table or an error`() throws {
    var random = SeededGenerator(seed: 12)
    let text = Array(Table(size: 3, seed: 9).text.utf8)
    let image = Image.random(width: 9, height: 5, layout: .bgra, seed: 1)
    var accepted = 0, refused = 0
    for _ in 0..<200 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try withFile(damaged) { path in
        do {
          _ = try image.filtered(by: ColorGrade { $0.location = path })
          accepted += 1
        } catch let error as ElementError {
          #expect(error.description.hasPrefix(path))
          refused += 1
        }
      }
    }
    #expect(accepted > 0 && refused > 0)
  }
}
