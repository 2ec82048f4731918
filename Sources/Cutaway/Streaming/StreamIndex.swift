import CutawayContainers
import CutawayTime

/// All files of a stream, for the playlists that players open.
struct StreamIndex: Sendable {
  /// A size of the picture.
  struct Rendition: Sendable {
    var width: Int
    var height: Int
    var playlist: StreamPlaylist
    /// The name of its playlist.
    var file: String
  }

  var renditions: [Rendition]
  /// The sound, and the name of its playlist.
  var sound: (playlist: StreamPlaylist, file: String, channels: Int, language: String?)?
  var frameDuration: MediaTime
  var duration: MediaTime

  /// The playlist for HTTP Live Streaming (RFC 8216, 4.3.4).
  var playlist: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if let sound {
      let language = sound.language.map { ",LANGUAGE=\"\($0)\"" } ?? ""
      lines.append(
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Sound\"\(language),DEFAULT=YES,"
          + "AUTOSELECT=YES,CHANNELS=\"\(sound.channels)\",URI=\"\(sound.file)\"")
    }
    for rendition in renditions {
      var (peak, average) = rendition.playlist.bitrates
      if let more = sound?.playlist.bitrates {
        peak += more.peak
        average += more.average
      }
      let codecs = [rendition.playlist.movie.codec, sound?.playlist.movie.codec]
      let attributes =
        [
          "BANDWIDTH=\(Int(peak.rounded(.up)))", "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up)))",
          "CODECS=\"\(codecs.compactMap(\.self).joined(separator: ","))\"",
          "RESOLUTION=\(rendition.width)x\(rendition.height)",
          "FRAME-RATE=\(decimal(1 / frameDuration.seconds, digits: 3))", "VIDEO-RANGE=SDR",
        ] + (sound == nil ? [] : ["AUDIO=\"sound\""])
      lines += ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), rendition.file]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension StreamIndex {
  /// The media presentation description of MPEG-DASH (ISO/IEC 23009-1), in its profile for files with
  /// an index.
  var description: String {
    let lists = renditions.map(\.playlist) + [sound?.playlist].compactMap(\.self)
    let longest = lists.flatMap(\.segments).map(\.duration).max() ?? 1
    let rate = MediaTime(1) / frameDuration
    let head = """
      <?xml version="1.0" encoding="utf-8"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"
        type="static" mediaPresentationDuration="\(xmlDuration(duration.seconds))"
        maxSubsegmentDuration="\(xmlDuration(longest))" minBufferTime="\(xmlDuration(longest))">
        <Period>
          <AdaptationSet contentType="video" mimeType="video/mp4" subsegmentAlignment="true"
            subsegmentStartsWithSAP="1">

      """
    let pictures = renditions.map { rendition in
      representation(
        rendition.playlist,
        " width=\"\(rendition.width)\" height=\"\(rendition.height)\" sar=\"1:1\" "
          + "frameRate=\"\(rate.numerator)/\(rate.denominator)\"")
    }
    var text = head + pictures.joined() + "    </AdaptationSet>\n"
    if let sound {
      let language = sound.language.map { " lang=\"\($0)\"" } ?? ""
      text += """
            <AdaptationSet contentType="audio" mimeType="audio/mp4"\(language) subsegmentAlignment="true"
              subsegmentStartsWithSAP="1">
              <AudioChannelConfiguration
                schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011"
                value="\(sound.channels)"/>

        """
      text += representation(sound.playlist, "") + "    </AdaptationSet>\n"
    }
    return text + "  </Period>\n</MPD>\n"
  }

  private func representation(_ list: StreamPlaylist, _ attributes: String) -> String {
    let id = list.name.prefix { $0 != "." }, header = list.movie.header
    let index = list.movie.index.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? ""
    return """
            <Representation id="\(id)" codecs="\(list.movie.codec)"\(attributes)
              bandwidth="\(Int(list.bitrates.peak.rounded(.up)))">
              <BaseURL>\(list.name)</BaseURL>
              <SegmentBase timescale="\(list.movie.timescale)" indexRange="\(index)">
                <Initialization range="\(header.lowerBound)-\(header.upperBound - 1)"/>
              </SegmentBase>
            </Representation>

      """
  }

  private func xmlDuration(_ seconds: Double) -> String { "PT\(decimal(seconds, digits: 3))S" }
}
