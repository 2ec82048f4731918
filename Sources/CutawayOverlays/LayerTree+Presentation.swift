public import CutawayTime
import Glibc

extension LayerTree {
  /// The visible layers at a time of the composition, from the bottom to the top.
  ///
  /// It is a function of the time alone, so a frame after a seek is that of playback.
  public func presentation(
    at time: MediaTime, measuring measure: some LayerMeasuring
  ) -> [PresentedLayer] {
    let size = LayerSize(width: Double(size.width), height: Double(size.height))
    return layers.presented(at: time, in: size, path: [], measuring: measure)
  }
}

extension [OverlayLayer] {
  fileprivate func presented(
    at time: MediaTime, in around: LayerSize, path: [Int], measuring measure: some LayerMeasuring
  ) -> [PresentedLayer] {
    let shown = enumerated().compactMap { index, layer in
      layer.presented(at: time, in: around, path: path + [index], measuring: measure)
    }
    // Sorting is stable.
    return shown.sorted { $0.zPosition < $1.zPosition }.map(\.layer)
  }
}

extension OverlayLayer {
  /// The layer at a time of the clock around it; `nil` if it is invisible.
  fileprivate func presented(
    at time: MediaTime, in around: LayerSize, path: [Int], measuring measure: some LayerMeasuring
  ) -> (zPosition: Double, layer: PresentedLayer)? {
    if isHidden { return nil }
    if let range, !range.contains(time) { return nil }
    let time = time - (range?.start ?? .zero)
    var state = LayerState(self, at: time)
    for animation in animations {
      guard let current = state[animation.property] else { continue }
      state[animation.property] = animation.value(at: time, current: current) ?? current
    }
    let size = state.measure(in: around, measuring: measure)
    state.place(size, in: around)
    // Position and size in the layer around are known only now.
    for animation in animations where state[animation.property] == nil {
      guard let current = state.geometry[animation.property] else { continue }
      state.geometry[animation.property] =
        animation.value(at: time, current: current) ?? current
    }
    for (passage, away) in passages(at: time) {
      state.apply(passage.passage, away: away, isExit: passage.isExit, in: around)
    }
    let opacity = min(max(state.opacity, 0), 1)
    if opacity == 0 { return nil }
    let geometry = state.geometry
    let inner = LayerSize(width: geometry.width, height: geometry.height)
    let layer = PresentedLayer(
      path: path, content: state.content, width: inner.width, height: inner.height,
      matrix: state.matrix(transform), opacity: opacity, background: state.background,
      cornerRadius: max(0, min(state.cornerRadius, inner.width / 2, inner.height / 2)),
      border: state.border, shadow: state.shadow, masksToBounds: masksToBounds,
      mask: mask.presented(at: time, in: inner, path: path + [-1], measuring: measure),
      layers: layers.presented(at: time, in: inner, path: path, measuring: measure))
    return (state.zPosition, layer)
  }

  /// The passages at a time of the layer's clock, with how far the layer is from its place: 1 is the
  /// outer end.
  private func passages(
    at time: MediaTime
  ) -> [(passage: (passage: LayerPassage, isExit: Bool), away: Double)] {
    func progress(_ passage: LayerPassage, _ elapsed: MediaTime) -> Double {
      passage.easing.progress(
        at: (elapsed / passage.time).seconds, seconds: elapsed.seconds)
    }
    var result: [(passage: (passage: LayerPassage, isExit: Bool), away: Double)] = []
    if let enter, enter.time > .zero, time < enter.time {
      result.append(((enter, false), 1 - progress(enter, max(.zero, time))))
    }
    if let exit, let range, exit.time > .zero, time > range.duration - exit.time {
      let elapsed = time - range.duration + exit.time
      result.append(((exit, true), progress(exit, elapsed)))
    }
    return result
  }
}

extension AnimatedValue where Value: Animatable {
  /// The value at a time; before the first entry, its first value.
  func held(at time: MediaTime) -> Value? {
    if let value = value(at: time) { return value }
    return switch entries.first {
    case nil: nil
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.value(at: ramp.range.start)
    }
  }
}
