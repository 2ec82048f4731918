import CutawayGraph
import CutawayRuntime
import CutawayTranslation

/// A file format: what its files can contain, and how they are written.
///
/// To add one, add a case to ``ExportFileType`` and its value to the table in
/// `Container+Known.swift`.
package struct Container: Sendable {
  /// The name in lists: `MP4`.
  package var name: String
  /// The file name extensions, the usual one first.
  var pathExtensions: [String]
  /// The video codecs, the default one first; empty without video.
  var videoCodecs: [VideoCodec] = []
  /// The audio codecs, the default one first; empty without sound.
  var audioCodecs: [AudioCodec] = []
  /// Whether each frame is a file of its own.
  var isImageSequence = false
  /// The element that combines the streams; `nil` if the encoder's output is the file.
  package var muxer: FileOutput.Stage?
  /// The element that writes tags at the start of the file, if the muxer does not.
  package var tagWriter: FileOutput.Stage?
  /// The Debian package of the muxer.
  var package = ""
  /// Whether markers are written as chapters.
  var hasChapters = false
  /// Where subtitles are written.
  var subtitles = SubtitlePlace.sidecar(.srt)
  /// The language of a stream that states none; `nil` writes none.
  var unknownLanguage: String?
  /// The metadata keys that the muxer, the tag writer or the encoder writes.
  var metadataKeys: Set<String> = []
  /// Whether metadata are Vorbis comments.
  var hasVorbisComments = false
  /// Whether files consist of fragments, each of which starts with a key frame.
  var isFragmented = false
  /// What the muxer needs to write into a pipe, which cannot be read back; `nil` if it cannot.
  var pipeProperties: [PipelineGraph.Property]?
  /// What the muxer adds to the packets.
  var framing = ByteLimit.Framing.index
  /// How a file is completed after the muxer has closed it.
  var finishing = Finishing.none
  /// The packets that can be copied; `nil` if none.
  package var copying: CopiedFormats?

  /// The steps that complete a file.
  enum Finishing: Sendable, Hashable {
    /// MP4 and its relatives: metadata, chapters, languages, subtitles, edit lists, header first.
    case movie
    /// Matroska: key frames of sound, tags, identifiers.
    case matroska
    /// WAV: numbers of cues.
    case wave
    /// Ogg: the serial number.
    case ogg
    /// MP3: the length.
    case mp3
    /// FLAC: the length.
    case flac
    /// Nothing is missing.
    case none
  }
}
