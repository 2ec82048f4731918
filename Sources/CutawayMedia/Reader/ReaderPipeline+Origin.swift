import CutawayContainers
import CutawayElementBridge
import CutawayTime

extension ReaderPipeline {
  /// Determines the file's time 0; for sound that precedes the video, by examining the video.
  func findOrigin(by index: MediaIndex?) -> PadClock.Start {
    if let start = index?.streamStart?.nanoseconds {
      return PadClock.Start(lead: start, stamp: start)
    }
    switch discovery.update({ $0.clocks.place }) {
    case .known(let origin): return origin
    case .hidden:
      let picture = ReaderPipeline(
        // Frames count from the first one; packets state the demuxer's times.
        MediaReader.Request(location: request.location, trackIndex: 0, output: .packets(.video)),
        notify: { _ in })
      defer {
        discovery.update { $0.helper = nil }
        picture.close()
      }
      let isCancelled = discovery.update { state in
        state.helper = picture
        return state.isCancelled
      }
      if isCancelled { return PadClock.Start() }
      _ = picture.open(at: 0)
      return picture.discovery.update { $0.origin }
    }
  }

  /// Sets the start and the end of the sound of an MP3 file from its first frame.
  func goByFirstFrame() {
    guard contains(anyOf: ["mpegaudioparse"]), !contains(anyOf: StreamOrigin.containers),
      let path = localPath(request.location), let header = MP3Header(path: path)
    else { return }
    discovery.update {
      $0.origin.lead = header.start.nanoseconds
      $0.end = header.duration.nanoseconds
    }
  }
}
