import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// A buffer for an output frame, from the negotiated pool.
  func makeBuffer(_ instance: Instance, _ info: GstVideoInfo) throws(ElementError) -> Buffer {
    let aggregator = instance.assumingMemoryBound(to: GstAggregator.self)
    guard let pool = gst_aggregator_get_buffer_pool(aggregator) else {
      throw ElementError("cannot allocate frames", code: .noMemory)
    }
    defer { gst_object_unref(pool) }
    var buffer: Buffer?
    guard gst_buffer_pool_is_active(pool) != 0 || gst_buffer_pool_set_active(pool, 1) != 0,
      gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK, let buffer
    else { throw ElementError("cannot allocate a frame of \(info.size) bytes", code: .noMemory) }
    return buffer
  }

  /// Uses the pool that downstream offers, or adds one.
  func decidePool(_ query: Query, _ info: GstVideoInfo, hasMeta: Bool) throws(ElementError) {
    var caps: Caps?
    gst_query_parse_allocation(query, &caps, nil)
    var offered: UnsafeMutablePointer<GstBufferPool>?
    var size: guint = 0, least: guint = 0, most: guint = 0
    let isOffered = gst_query_get_n_allocation_pools(query) > 0
    if isOffered {
      gst_query_parse_nth_allocation_pool(query, 0, &offered, &size, &least, &most)
    }
    size = max(size, guint(info.size))
    var pool = offered
    if let own = pool, !own.configure(caps, size, least, most, query, hasMeta: hasMeta) {
      gst_object_unref(own)
      pool = nil
    }
    if pool == nil {
      (least, most) = (0, 0)
      let own = gst_video_buffer_pool_new()!
      guard own.configure(caps, size, least, most, query, hasMeta: hasMeta) else {
        gst_object_unref(own)
        throw ElementError("cannot allocate frames of \(size) bytes", code: .noMemory)
      }
      pool = own
    }
    if isOffered {
      gst_query_set_nth_allocation_pool(query, 0, pool, size, least, most)
    } else {
      gst_query_add_allocation_pool(query, pool, size, least, most)
    }
    gst_object_unref(pool)
  }
}

extension GstVideoInfo {
  /// Whether the rows and planes of a buffer lie where frames without `GstVideoMeta` have them.
  func isLayout(of buffer: Buffer) -> Bool {
    guard let meta = gst_buffer_get_video_meta(buffer) else { return true }
    guard gst_buffer_get_size(buffer) == size else { return false }
    let (strides, offsets) = (meta.pointee.stride, meta.pointee.offset)
    let planes = Int(meta.pointee.n_planes)
    return planes < 1
      || strides.0 == stride.0 && offsets.0 == offset.0
        && (planes < 2 || strides.1 == stride.1 && offsets.1 == offset.1)
        && (planes < 3 || strides.2 == stride.2 && offsets.2 == offset.2)
        && (planes < 4 || strides.3 == stride.3 && offsets.3 == offset.3)
  }
}

extension UnsafeMutablePointer<GstBufferPool> {
  /// Configures the pool, with the allocator of a query; `false` if the pool refuses.
  fileprivate func configure(
    _ caps: Caps?, _ size: guint, _ least: guint, _ most: guint, _ query: Query, hasMeta: Bool
  ) -> Bool {
    let settings = gst_buffer_pool_get_config(self)
    gst_buffer_pool_config_set_params(settings, caps, size, least, most)
    if gst_query_get_n_allocation_params(query) > 0 {
      var allocator: UnsafeMutablePointer<GstAllocator>?
      var parameters = GstAllocationParams()
      gst_query_parse_nth_allocation_param(query, 0, &allocator, &parameters)
      gst_buffer_pool_config_set_allocator(settings, allocator, &parameters)
      if let allocator { gst_object_unref(allocator) }
    }
    if hasMeta { gst_buffer_pool_config_add_option(settings, "GstBufferPoolOptionVideoMeta") }
    return gst_buffer_pool_set_config(self, settings) != 0
  }
}
