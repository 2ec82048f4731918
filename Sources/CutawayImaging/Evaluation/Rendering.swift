import Dispatch
import Synchronization

/// Where rendered pixels go.
public protocol PixelTarget: Sendable {
  /// The number of lines that are stored together: 2 where rows share chroma, else 1.
  var linesPerGroup: Int { get }

  /// Writes lines.
  ///
  /// Several threads write different rows at the same time.
  ///
  /// - Parameters:
  ///   - lines: The pixels, from the top; rows and columns are those of the picture. Groups begin at the top of the
  ///     region, and the last one may have fewer lines.
  ///   - region: The region that is rendered.
  ///   - space: The working space of the pixels.
  func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace)
}

extension PixelTarget {
  /// One line.
  public var linesPerGroup: Int { 1 }
}

extension Picture {
  /// Computes a region of the picture on all cores.
  ///
  /// - Parameters:
  ///   - region: The region, which is finite.
  ///   - target: Where the pixels go.
  ///   - space: The working space.
  /// - Returns: Whether all intermediate pictures had room in memory; those without room are transparent. `false`, too,
  ///   for an infinite region, of which nothing is rendered.
  @discardableResult
  public func render(
    _ region: Region, into target: some PixelTarget, in space: WorkingSpace = .linear
  ) -> Bool {
    if region.isEmpty || region.isInfinite { return region.isEmpty }
    let evaluation = Evaluation(self, region, in: space)
    let group = target.linesPerGroup, bandHeight = 32 * group
    let bands = (region.height + bandHeight - 1) / bandHeight
    DispatchQueue.concurrentPerform(iterations: bands) { band in
      var filler = LineFiller(self, in: evaluation)
      var lines = (0..<group).map { _ in filler.line(columns: region.columns, y: 0) }
      let first = band * bandHeight, last = min(region.height, first + bandHeight)
      for row in stride(from: first, to: last, by: group) {
        let count = min(group, last - row)
        for index in 0..<count {
          lines[index].y = region.maxY - 1 - row - index
          filler.draw(&lines[index])
        }
        target.store(lines[..<count], of: region, space)
      }
    }
    return evaluation.isComplete
  }
}

extension Picture {
  /// Computes a region of the picture as numbers in the working space, row by row from the bottom.
  public func pixels(
    of region: Region, in space: WorkingSpace = .linear
  ) -> [SIMD4<Float>] {
    if region.isEmpty || region.isInfinite { return [] }
    let numbers = Numbers(count: region.width * region.height)
    render(region, into: numbers, in: space)
    return numbers.pixels.withLock { $0 }
  }

  /// Numbers of lines, which come in any order.
  private final class Numbers: PixelTarget {
    let pixels: Mutex<[SIMD4<Float>]>

    init(count: Int) { pixels = Mutex(Array(repeating: SIMD4(), count: count)) }

    func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
      pixels.withLock { pixels in
        for line in lines {
          let start = (line.y - region.minY) * region.width
          for index in 0..<line.count { pixels[start + index] = line.pixels[index] }
        }
      }
    }
  }
}
