// The names of types of files that programs had before `UTType`.
@_exported public import UniformTypeIdentifiers

/// QuickTime.
public let kUTTypeQuickTimeMovie = UTType.quickTimeMovie.identifier
/// MP4.
public let kUTTypeMPEG4 = UTType.mpeg4Movie.identifier
/// Any film.
public let kUTTypeMovie = UTType.movie.identifier
/// MPEG-4 audio.
public let kUTTypeMPEG4Audio = UTType.mpeg4Audio.identifier
/// MP3.
public let kUTTypeMP3 = UTType.mp3.identifier
/// WAV.
public let kUTTypeWaveformAudio = UTType.wav.identifier
/// Any sound.
public let kUTTypeAudio = UTType.audio.identifier
/// PNG.
public let kUTTypePNG = UTType.png.identifier
/// JPEG.
public let kUTTypeJPEG = UTType.jpeg.identifier
/// GIF.
public let kUTTypeGIF = UTType.gif.identifier
/// Any image.
public let kUTTypeImage = UTType.image.identifier
