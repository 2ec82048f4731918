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
}
