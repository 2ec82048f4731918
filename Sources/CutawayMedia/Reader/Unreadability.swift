import CCutawayGStreamer
import Glibc

/// The reason why a path cannot be opened as a file; `nil` if it can.
func unreadability(of path: String) -> String? {
  if g_file_test(path, G_FILE_TEST_EXISTS) == 0 { return "there is no such file" }
  if g_file_test(path, G_FILE_TEST_IS_DIR) != 0 { return "it is a directory" }
  return access(path, R_OK) == 0 ? nil : "there is no permission to read it"
}

/// The message of an error, with an explanation if GStreamer's text alone is unclear.
func explained(_ error: GError) -> String {
  let message = String(cString: error.message)
  guard error.domain == gst_stream_error_quark(),
    error.code == gint(GST_STREAM_ERROR_FAILED.rawValue)
  else { return message }
  return "it is damaged, or GStreamer's decoders do not support it (\(message))"
}
