import CutawayElementKit
import CutawayTransitions
import Testing

/// What all transitions have in common.
@Suite struct TransitionStageTests {
  /// A transition at a progress, as a function of the inputs that have a frame.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The input that passes; -1 if nothing does, and `nil` if the transition draws.
    let passed: @Sendable (_ present: [Bool], _ progress: Double) throws -> Int?

    init<Mixer: TransitionMixer>(
      _: Mixer.Type, _ progress: any WritableKeyPath<Mixer, Double> & Sendable
    ) {
      testDescription = Mixer.name
      passed = { present, value in
        var mixer = Mixer()
        mixer[keyPath: progress] = value
        let format = MixerFormat.planar(PlanarFormat(width: 16, height: 10))
        var state = try mixer.makeState(for: format)
        let inputs = present.map {
          MixerInput(settings: PictureInput(), format: $0 ? format : nil)
        }
        switch try mixer.plan(at: .zero, inputs: inputs, state: &state) {
        case .handOn(let input): return input
        case .draw: return nil
        case .nothing: return -1
        }
      }
    }
  }

  private static let all = [
    Sample(BlindsTransition.self, \.progress), Sample(CircleTransition.self, \.progress),
    Sample(ClockTransition.self, \.progress), Sample(DissolveTransition.self, \.progress),
    Sample(FadeThroughColorTransition.self, \.progress), Sample(PushTransition.self, \.progress),
    Sample(SlideTransition.self, \.progress), Sample(WipeTransition.self, \.progress),
    Sample(ZoomTransition.self, \.progress), Sample(WhipTransition.self, \.progress),
    Sample(ZoomPunchTransition.self, \.progress), Sample(GlitchTransition.self, \.progress),
  ]

  @Test(arguments: all + [Sample(LumaTransition.self, \.progress)])
  func `a picture passes unchanged at the ends, and while it is alone`(sample: Sample) throws {
    #expect(try sample.passed([true, true], 0) == 0)
    #expect(try sample.passed([true, true], 1) == 1)
    for progress in [0, 0.5, 1] {
      #expect(try sample.passed([true, false], progress) == 0)
      #expect(try sample.passed([false, true], progress) == 1)
      #expect(try sample.passed([true], progress) == 0)
      #expect(try sample.passed([false, false], progress) == -1)
      #expect(try sample.passed([], progress) == -1)
    }
  }

  @Test(arguments: all)
  func `both pictures are drawn between the ends`(sample: Sample) throws {
    for progress in [0.001, 0.5, 0.999] {
      #expect(try sample.passed([true, true], progress) == nil)
    }
  }
}
