import Cutaway
import CutawayModel
import CutawayTime
import CutawayTimeline
import CutawayTranslation
import Foundation

/// A cache of timeline drawings, by width.
///
/// A drawing with thumbnails and waveforms takes time, because media are read. Until it is ready,
/// the cache returns one without them.
actor TimelineShelf {
  /// A drawing and its horizontal time scale.
  struct Sheet: Sendable {
    var svg: String
    /// The positions of the start and the end of the composition, in units of the drawing.
    var left: Double
    var right: Double
  }

  private let resolved: ResolvedComposition
  private let finished: @Sendable () -> Void
  /// The drawings by width, the newest last.
  private var sheets: [(width: Int, sheet: Sheet)] = []
  private var work: (width: Int, task: Task<Void, Never>)?
  /// The width of the next drawing.
  private var wanted: Int?
  private var isStopped = false

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - resolved: The composition to draw.
  ///   - finished: Called whenever a better drawing is available.
  init(_ resolved: ResolvedComposition, finished: @escaping @Sendable () -> Void) {
    self.resolved = resolved
    self.finished = finished
  }

  deinit { work?.task.cancel() }

  /// Stops drawing, and waits for the current drawing.
  func stop() async {
    isStopped = true
    work?.task.cancel()
    await work?.task.value
  }

  /// The best available drawing.
  func sheet(width: Int) -> Sheet {
    if let known = sheets.first(where: { $0.width == width }) { return known.sheet }
    if work == nil, !isStopped {
      draw(width)
    } else if work?.width != width {
      wanted = width
    }
    return sheet(layout(width).drawing(), width)
  }

  private func draw(_ width: Int) {
    var picture = TimelinePicture(resolved)
    picture.width = width
    picture.embedsFiles = true
    let task = Task(priority: .utility) { [weak self, picture] in
      // If it is cancelled, the page keeps the drawing without thumbnails.
      let drawing = try? await picture.drawing()
      await self?.keep(drawing, width)
    }
    work = (width, task)
  }

  private func keep(_ drawing: Drawing?, _ width: Int) {
    work = nil
    if isStopped { return }
    sheets.append((width, sheet(drawing ?? layout(width).drawing(), width)))
    if sheets.count > 4 { sheets.removeFirst() }
    finished()
    if let next = wanted {
      wanted = nil
      if !sheets.contains(where: { $0.width == next }) { draw(next) }
    }
  }

  private func sheet(_ drawing: Drawing, _ width: Int) -> Sheet {
    let scale = layout(width).scale
    return Sheet(svg: drawing.svg, left: scale.left, right: scale.right)
  }

  private func layout(_ width: Int) -> TimelineLayout {
    var composition = resolved.composition
    composition.render.frameDuration = resolved.frameDuration
    return TimelineLayout(
      composition, media: resolved.media, activity: resolved.activity, width: Double(width))
  }
}
