import CCutawayGStreamer
import CutawayElementKit
import CutawayKeyframes

/// The settings that several classes have in common, followed by those of one class.
struct JoinedStorage<Common: Element, CommonState, Own: Element, OwnState>: InstanceStorage {
  let common: InstanceLayout<Common, CommonState>
  let own: InstanceLayout<Own, OwnState>

  var settings: any Element.Type { Own.self }

  var size: Int { own.size }

  func initialize(_ instance: Instance) {
    common.initialize(instance)
    own.initialize(instance)
  }

  func finalize(_ instance: Instance) {
    common.finalize(instance)
    own.finalize(instance)
  }

  func set(_ index: Int, of instance: Instance, to value: UnsafePointer<GValue>) {
    if index < common.count {
      common.set(index, of: instance, to: value)
    } else {
      own.set(index - common.count, of: instance, to: value)
    }
  }

  func get(_ index: Int, of instance: Instance, into value: UnsafeMutablePointer<GValue>) {
    if index < common.count {
      common.get(index, of: instance, into: value)
    } else {
      own.get(index - common.count, of: instance, into: value)
    }
  }

  func share(_ index: Int, of instance: Instance, _ value: any SharedValue) -> Bool {
    index < common.count
      ? common.share(index, of: instance, value)
      : own.share(index - common.count, of: instance, value)
  }
}
