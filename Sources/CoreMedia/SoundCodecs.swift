/// FLAC.
public let kAudioFormatFLAC: FourCharCode = fourCharacters("flac")
/// MP3.
public let kAudioFormatMPEGLayer3: FourCharCode = fourCharacters(".mp3")
/// Opus.
public let kAudioFormatOpus: FourCharCode = fourCharacters("opus")
/// AC-3.
public let kAudioFormatAC3: FourCharCode = fourCharacters("ac-3")
