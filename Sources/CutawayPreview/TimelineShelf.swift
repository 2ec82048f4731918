import Cutaway
import CutawayGraph
import CutawayModel
import CutawayTime
import CutawayTimeline
import Foundation

/// Drawings of a composition's timeline, as wide as pages have asked for.
///
/// A drawing with pictures and waveforms takes a while, as media have to be read: until it is there,
/// what is given is one without.
actor TimelineShelf {
  /// A drawing, and where time lies in it.
  struct Sheet: Sendable {
    var svg: String
    /// Where the composition begins and ends, in the drawing's units.
    var left: Double
    var right: Double
  }

  private let resolved: ResolvedComposition
  private let finished: @Sendable () -> Void
  /// By their width, the newest last.
  private var sheets: [(width: Int, sheet: Sheet)] = []
  private var work: (width: Int, task: Task<Void, Never>)?
  /// What is to be drawn next.
  private var wanted: Int?
  private var isStopped = false

  /// - Parameters:
  ///   - resolved: What is drawn.
  ///   - finished: Called whenever there is a better drawing than the one given before.
  init(_ resolved: ResolvedComposition, finished: @escaping @Sendable () -> Void) {
    self.resolved = resolved
    self.finished = finished
  }

  deinit { work?.task.cancel() }

  /// Draws no more; what is being drawn has ended then.
  func stop() async {
    isStopped = true
    work?.task.cancel()
    await work?.task.value
  }

  /// What there is now.
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
      // It throws when it is cancelled; the page then keeps the sheet without pictures.
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
    return TimelineLayout(composition, media: resolved.media, width: Double(width))
  }
}
