import CutawayFile
import CutawayModel
import CutawayTime

/// Reads a file called `f`.
func read(_ text: String, directory: String = "") throws(CompositionFileError) -> Composition {
  try CompositionDocument(reading: text, file: "f", directory: directory).composition
}

/// The errors of a file as `line:column: message`, one per line.
func diagnose(_ text: String) -> [String] {
  do throws(CompositionFileError) {
    _ = try CompositionDocument(reading: text, file: "f", directory: "")
    return []
  } catch {
    return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
  }
}

/// A file with one asset, `a`, shown for 100 s by the video track `v` and heard on the track `s`,
/// after which other parts can follow, from line 7 on.
let base = """
  cutaway: 1
  render: {frameRate: 25}
  assets: {a: a.mp4}
  tracks:
    - {id: v, type: video, segments: [{asset: a, source: [0, 100]}]}
    - {id: s, type: audio, segments: [{asset: a, source: [0, 100]}]}

  """

/// A file whose one layer has a property on line 11, from column 7 on.
func layer(_ property: String) -> String {
  base + """
    instructions:
      - range: [0, 100]
        layers:
        - track: v
          \(property)

    """
}

func seconds(_ value: Int64, over scale: Int64 = 1) -> MediaTime { MediaTime(value, over: scale) }

func range(_ start: Int64, _ end: Int64) -> TimeRange {
  TimeRange(start: MediaTime(start), end: MediaTime(end))
}
