import Glibc

/// Writes all bytes, also to a pipe or a terminal that another program has made non-blocking.
func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, at offset: Int64? = nil
) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    // The buffer is valid during the call, and the system reads at most its length.
    let count = unsafe bytes[done...].withUnsafeBytes { rest in
      if let offset {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + done)
      } else {
        unsafe write(descriptor, rest.baseAddress, rest.count)
      }
    }
    switch count {
    case 1...: done += count
    // A device that accepts nothing would be asked without end.
    case 0: throw .diskFailed
    default:
      switch errno {
      case EINTR: break
      // If waiting fails, the next write reports the reason.
      case EAGAIN: _ = isReady(descriptor, for: POLLOUT, milliseconds: -1)
      default: throw .last
      }
    }
  }
}

/// Reads what there is, up to `limit` bytes.
///
/// - Returns: The bytes, none at the end; `nil` if a non-blocking file has none at present, or a
///   signal interrupted the call.
func readSome(_ limit: Int, from descriptor: Int32) throws(SystemError) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: limit)
  // The buffer is valid during the call, and the system writes at most its length.
  let count = unsafe read(descriptor, &bytes, limit)
  if count < 0 {
    if errno == EINTR || errno == EAGAIN { return nil }
    throw .last
  }
  bytes.removeLast(limit - count)
  return bytes
}

/// Waits until a file can be read or written, has reached its end, or has failed.
///
/// - Returns: False if the time passes before.
func isReady(_ descriptor: Int32, for event: Int32, milliseconds: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  // One request, which outlives the call.
  return unsafe poll(&request, 1, milliseconds) != 0
}
