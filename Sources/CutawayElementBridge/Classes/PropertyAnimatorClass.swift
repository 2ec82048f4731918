import CCutawayGStreamer
import CutawayElementKit

/// The class of one kind of property animator.
final class PropertyAnimatorClass<Animator: PropertyAnimator>: Dispatcher,
  PropertyAnimatorDispatcher
{
  private let layout: InstanceLayout<Animator, PropertyDriver>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstElement>.size)
    super.init(
      parent: gst_element_get_type(), classSize: MemoryLayout<GstElementClass>.size, storage: layout
    )
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .playing)
    addMetadata(
      klass: "Generic/Controller",
      pads: [(GST_PAD_SINK, "ANY"), (GST_PAD_SRC, "ANY")], to: gclass)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    var read: Animator?
    let driver = addPads(to: instance) { [layout] () throws(ElementError) in
      let settings = layout.current(of: instance)
      if settings == read { return nil }
      let plan = try settings.makePlan()
      read = settings
      return plan
    }
    layout.state(of: instance).pointee = driver
  }

  func driver(of instance: Instance) -> PropertyDriver? {
    layout.state(of: instance).pointee
  }
}

/// The common part of all property animators.
protocol PropertyAnimatorDispatcher: Dispatcher {
  func driver(of instance: Instance) -> PropertyDriver?
}

extension PropertyAnimatorDispatcher {
  /// Sets the functions of GstElement.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any PropertyAnimatorDispatcher)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    element.pointee.change_state = { element, transition in
      let instance = Instance(element!), found = find(Instance(element!))
      guard let driver = found.driver(of: instance) else { return GST_STATE_CHANGE_FAILURE }
      if transition == GST_STATE_CHANGE_NULL_TO_READY {
        let isReady = posting(from: instance, onError: false) { () throws(ElementError) in
          try driver.check()
          return true
        }
        guard isReady else { return GST_STATE_CHANGE_FAILURE }
      }
      let parent = found.parentClass!.assumingMemoryBound(to: GstElementClass.self)
      let result = parent.pointee.change_state(element, transition)
      // The pads are inactive now, so no buffer is in progress.
      if transition == GST_STATE_CHANGE_PAUSED_TO_READY { driver.release() }
      return result
    }
  }

  /// Adds the two pads, and the driver between them.
  func addPads(
    to instance: Instance, readPlan: @escaping () throws(ElementError) -> [PropertyPlan]?
  ) -> PropertyDriver {
    let sink = gst_pad_new("sink", GST_PAD_SINK)!
    let source = gst_pad_new("src", GST_PAD_SRC)!
    // Caps and allocation are agreed between the elements before and after this one.
    gst_swift_proxy_pad(sink)
    gst_swift_proxy_pad(source)
    let driver = PropertyDriver(instance, source: source, readPlan: readPlan)
    gst_pad_set_chain_function_full(
      sink, { pad, _, buffer in PropertyDriver.at(pad!.pointee.chaindata).receive(buffer!) },
      driver.retainedPointer, { PropertyDriver.release($0) })
    gst_pad_set_event_function_full(
      sink,
      { pad, parent, event in
        PropertyDriver.at(pad!.pointee.eventdata).observe(event!)
        return gst_pad_event_default(pad, parent, event)
      }, driver.retainedPointer, { PropertyDriver.release($0) })
    let element = instance.assumingMemoryBound(to: GstElement.self)
    // A new element has no pads of these names.
    gst_element_add_pad(element, sink)
    gst_element_add_pad(element, source)
    return driver
  }
}

private func find(_ instance: Instance) -> any PropertyAnimatorDispatcher {
  dispatcher(
    of: instance, as: (any PropertyAnimatorDispatcher).self,
    classOffset: MemoryLayout<GstElementClass>.size)
}
