import CCutawayGStreamer
import Glibc

/// Removes the signal handlers that Swift's runtime has installed in the program that loads this library.
///
/// The runtime prints a backtrace when a program crashes. It installs its handlers where the program has none, when
/// the library of the runtime is loaded: together with a plugin, if the program is not written in Swift. Such a
/// program, and what handles its crashes, must not notice.
///
/// The handlers of a program in Swift stay: they belong to a runtime that was loaded before this library.
func removeCrashHandlersOfThisLibrary() {
  guard let library = LoadedObject(at: #dsohandle), library.index > 0 else { return }
  for signal in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0, action.sa_flags & SA_SIGINFO != 0,
      let handler = action.__sigaction_handler.sa_sigaction,
      let owner = LoadedObject(at: unsafeBitCast(handler, to: UnsafeRawPointer.self))
    else { continue }
    // A runtime that is linked statically is in the library itself.
    let isOfRuntime = owner.name.contains("libswiftCore") && owner.index > library.index
    guard owner.index == library.index || isOfRuntime else { continue }
    action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    // It cannot fail: the signal has a handler.
    _ = sigaction(signal, &action, nil)
  }
}

/// A program or a library in the process.
private struct LoadedObject {
  let name: String
  /// Its position in the order in which the objects were loaded; that of the program is 0.
  let index: Int

  /// The object that contains an address.
  init?(at address: UnsafeRawPointer) {
    var found = gst_swift_object()
    guard gst_swift_find_object(address, &found) != 0 else { return nil }
    var object = gst_swift_first_object(), index = 0
    while let current = object, current.pointee.l_addr != UInt(bitPattern: found.base) {
      object = UnsafePointer(current.pointee.l_next)
      index += 1
    }
    if object == nil { return nil }
    name = String(cString: found.name)
    self.index = index
  }
}

// Keeps this library loaded until the process ends.
//
// GStreamer opens each library in its plugin path, and closes those that are not plugins. Swift's runtime keeps
// pointers into a library that has been closed, and crashes later. The linker's option for this, -z nodelete, is
// among the flags that a package must not use.
@section(".init_array") @used
private let keepLoaded: @convention(c) () -> Void = {
  // Only calls of C: Swift may not be ready yet.
  var library = gst_swift_object()
  guard gst_swift_find_object(#dsohandle, &library) != 0 else { return }
  // It is loaded already. In a program, nothing has to be kept.
  _ = dlopen(library.name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)
}
