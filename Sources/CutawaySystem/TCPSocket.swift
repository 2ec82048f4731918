import CCutawayProcess
import Glibc
import Synchronization

/// A TCP socket, which listens or is a connection.
///
/// It is closed at the end of the object's life. Calls block their thread. Any thread may call ``shutDown()``, which ends all of them. Child processes do not inherit
/// the socket.
package final class TCPSocket: Sendable {
  /// An address with a port.
  package struct Address: Sendable, Hashable {
    /// The IP address as text: `127.0.0.1`, `::1`.
    package let host: String
    package let port: Int
  }

  private let descriptor: Int32
  /// Held by the thread that sends, so that the data of two calls do not mix.
  private let sending = Mutex(())

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  // Its data were sent before, or nobody waits for them.
  deinit { close(descriptor) }

  /// A socket that listens.
  ///
  /// - Parameters:
  ///   - host: A name or an IP address of this machine.
  ///   - port: A port number; 0 selects a free port.
  /// - Returns: The socket; `nil` if no host has this name.
  /// - Throws: The reason why the last address of this name cannot be used.
  package static func listening(
    at host: String, port: Int
  ) throws(SystemError) -> TCPSocket? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // The call fills the list, which is freed at the end of this function.
    guard unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0, let first = unsafe list else {
      return nil
    }
    defer { unsafe freeaddrinfo(first) }
    var failure = SystemError.addressNotAvailable
    var next = unsafe Optional(first)
    while let entry = unsafe next {
      do throws(SystemError) {
        return try unsafe TCPSocket(listeningAt: entry.pointee)
      } catch {
        failure = error
      }
      unsafe next = entry.pointee.ai_next
    }
    throw failure
  }

  private convenience init(listeningAt entry: addrinfo) throws(SystemError) {
    let type = unsafe entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
    self.init(try check(unsafe socket(entry.ai_family, type, entry.ai_protocol)))
    // A server that starts again uses the port at once.
    try set(SO_REUSEADDR, to: 1)
    try check(unsafe bind(descriptor, entry.ai_addr, entry.ai_addrlen))
    try check(listen(descriptor, 64))
  }

  private func set(_ option: Int32, to value: Int32) throws(SystemError) {
    var value = value
    // The system copies the value.
    try check(
      unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size)))
  }

  /// The address of a socket that listens.
  package var address: Address? { unsafe address(of: getsockname) }

  /// The address of the other end of a connection.
  package var peer: Address? { unsafe address(of: getpeername) }

  private func address(
    of end: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
  ) -> Address? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    // The calls write no more than the lengths state.
    let isKnown = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe end(descriptor, address, &length) == 0
          && getnameinfo(
            address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
            NI_NUMERICHOST | NI_NUMERICSERV) == 0
      }
    }
    func text(_ bytes: [CChar]) -> String {
      String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    guard isKnown, let port = Int(text(service)) else { return nil }
    return Address(host: text(host), port: port)
  }

  /// Ends the connection, or the listening; calls that block return, and later ones fail.
  package func shutDown() {
    // It fails only if the other end has done so before.
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

// MARK: Connections

extension TCPSocket {
  /// Waits for a client.
  ///
  /// - Parameter sendBuffer: The size of the connection's send buffer in bytes.
  /// - Returns: The connection; `nil` if the client has left already.
  /// - Throws: The reason why the socket no longer listens, or a lack of resources.
  package func accept(sendBuffer: Int32) throws(SystemError) -> TCPSocket? {
    let result = Glibc.accept(descriptor, nil, nil)
    if result < 0, [EINTR, ECONNABORTED, EPROTO].contains(errno) { return nil }
    let connection = TCPSocket(try check(result))
    try check(fcntl(connection.descriptor, F_SETFD, FD_CLOEXEC))
    try connection.set(SO_SNDBUF, to: sendBuffer)
    return connection
  }

  /// Waits until the connection is ready or has ended.
  ///
  /// - Throws: ``SystemError/timedOut`` after `patience`.
  private func wait(for events: Int32, _ patience: Duration?) throws(SystemError) {
    let end = patience.map { ContinuousClock.now + $0 }
    while true {
      let rest = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) } ?? -1
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = unsafe poll(&request, 1, Int32(min(rest, Double(Int32.max))))
      if count < 0, errno == EINTR { continue }
      if try check(count) == 0 { throw .timedOut }
      return
    }
  }

  /// Waits for data.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - patience: The longest wait; `nil` waits until the end of the connection.
  /// - Returns: The data; none if the other end has left.
  /// - Throws: ``SystemError/timedOut`` after `patience`; other errors of the connection.
  package func receive(
    atMost count: Int, waiting patience: Duration? = nil
  ) throws(SystemError) -> [UInt8] {
    try wait(for: POLLIN, patience)
    var bytes = [UInt8](repeating: 0, count: count)
    // The call writes into the array, no more than its length.
    let length = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    guard length >= 0 else { throw .last }
    return Array(bytes.prefix(length))
  }

  /// Sends bytes, and returns when the system has accepted them.
  ///
  /// - Throws: ``SystemError/timedOut`` if the other end accepts nothing for `patience`;
  ///   ``SystemError/brokenPipe`` and others if it has left.
  package func send(_ bytes: [UInt8], waiting patience: Duration) throws(SystemError) {
    try sending.withLock { _ throws(SystemError) in
      var rest = bytes[...]
      while !rest.isEmpty {
        try wait(for: POLLOUT, patience)
        // The call reads no more than the slice.
        let length = unsafe rest.withUnsafeBytes { buffer in
          unsafe Glibc.send(
            descriptor, buffer.baseAddress, buffer.count,
            Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if length < 0, ![EAGAIN, EINTR].contains(errno) { throw .last }
        rest = rest.dropFirst(max(0, length))
      }
    }
  }
}
