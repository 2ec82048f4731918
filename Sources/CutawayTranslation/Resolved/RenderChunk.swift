import CutawayContainers
import CutawayTime

/// A run of output frames that one encoder encodes, whatever machine it runs on.
package struct RenderChunk: Sendable, Hashable {
  /// The output frames, counted from 0.
  package var frames: Range<Int64>
  /// The expected work, in units that compare only with those of other chunks.
  package var weight: Int64

  /// Creates a chunk of at least one frame.
  package init(frames: Range<Int64>, weight: Int64) {
    self.frames = frames
    self.weight = weight
  }
}

extension [RenderChunk] {
  /// Divides the chunks, in order, so that the greatest weight of a part is as small as possible.
  ///
  /// - Parameter count: The number of parts, at least 1.
  /// - Returns: A range of indices for each part. If there are more parts than chunks, the last
  ///   ones are empty.
  package func balanced(into count: Int) -> [Range<Int>] {
    // The smallest limit for which filling each part up to it needs at most `count` parts.
    var limit = (lower: map(\.weight).max() ?? 0, upper: reduce(0) { $0 + $1.weight })
    while limit.lower < limit.upper {
      let middle = limit.lower + (limit.upper - limit.lower) / 2
      if divided(upTo: middle, into: count).last?.upperBound == self.count {
        limit.upper = middle
      } else {
        limit.lower = middle + 1
      }
    }
    return divided(upTo: limit.upper, into: count)
  }

  /// Fills one part after the other up to a weight; a part leaves a chunk for each later part, as
  /// long as there are enough.
  private func divided(upTo limit: Int64, into count: Int) -> [Range<Int>] {
    var start = 0
    return (0..<count).map { part in
      let last = Swift.max(start, self.count - (count - 1 - part))
      var end = start, weight: Int64 = 0
      while end < self.count, end == start || end < last, weight + self[end].weight <= limit {
        weight += self[end].weight
        end += 1
      }
      defer { start = end }
      return start..<end
    }
  }
}

/// The borders of chunks: a pure function of an edit's cuts.
package struct ChunkBorders: Sendable {
  /// The number of output frames.
  package var frameCount: Int64
  /// The usual number of frames of a chunk.
  package var length: Int64
  /// The greatest distance, in frames, over which a border moves to a cut.
  package var reach: Int64
  /// The first frames after cuts, in order.
  package var cuts: [Int64]
  /// Ranges of frames that one pipeline must render, because an effect remembers earlier frames:
  /// in order, without overlaps.
  package var undivided: [Range<Int64>]

  /// Creates the input of the computation.
  package init(
    frameCount: Int64, length: Int64, reach: Int64, cuts: [Int64], undivided: [Range<Int64>]
  ) {
    self.frameCount = frameCount
    self.length = length
    self.reach = reach
    self.cuts = cuts
    self.undivided = undivided
  }

  /// The frames of each chunk, in order; no chunk is empty.
  package var chunks: [Range<Int64>] {
    var chunks: [Range<Int64>] = [], start: Int64 = 0, usual = length
    while usual < frameCount {
      // A rest that is shorter than the reach belongs to the last chunk.
      if let border = border(near: usual), border > start, frameCount - border >= max(1, reach) {
        chunks.append(start..<border)
        start = border
      }
      usual += length
    }
    if start < frameCount { chunks.append(start..<frameCount) }
    return chunks
  }

  /// The allowed cut nearest to a frame, else the frame itself, else no border.
  private func border(near frame: Int64) -> Int64? {
    let first = cuts.partitioningIndex { $0 >= frame - reach }
    let near = cuts[first...].prefix { $0 <= frame + reach }.filter(isAllowed)
    // Of two cuts at the same distance, the earlier one.
    let nearest = near.min { (abs($0 - frame), $0) < (abs($1 - frame), $1) }
    return nearest ?? (isAllowed(frame) ? frame : nil)
  }

  /// Whether no undivided range continues over the start of a frame.
  private func isAllowed(_ frame: Int64) -> Bool {
    let range = undivided.partitioningIndex { $0.upperBound > frame }
    return range == undivided.count || undivided[range].lowerBound >= frame
  }
}
