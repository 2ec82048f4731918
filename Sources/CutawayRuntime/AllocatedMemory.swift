import CCutawayEBUR128

/// The memory that the process allocates.
package enum AllocatedMemory {
  /// Makes the allocator fill new memory with zeros from now on, in the whole process.
  ///
  /// A library that reads memory before it writes there then computes the same each time. This
  /// costs writing each allocation once.
  package static func startWithZeros() {
    // glibc fills new memory with the complement of the byte. It knows this parameter, so it cannot
    // refuse.
    _ = mallopt(M_PERTURB, 0xFF)
  }

  /// Limits the number of the allocator's arenas, in the whole process.
  ///
  /// By default a process has up to eight arenas per processor, and each new thread takes another
  /// one. Encoders and decoders start many threads that allocate frames, so each arena keeps its own
  /// free frames. Call this before the first thread starts: an arena that exists stays.
  ///
  /// - Parameter count: The largest number of arenas, for example the number of processors.
  package static func limitArenas(to count: Int) {
    // glibc knows this parameter, so it cannot refuse.
    _ = mallopt(M_ARENA_MAX, Int32(clamping: count))
  }
}
