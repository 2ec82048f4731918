import Cutaway
import CutawayContainers
import CutawayElementBridge
import CutawayMedia
import CutawayQuirks
import CutawayTranslation

extension Quirk {
  /// Every work-around.
  static let all = cutaway + containers + bridge + graph + media

  private static let cutaway = [
    escapedCues, matroskaLuminance, movieOpus, movieVP9, vorbisComments,
  ]

  private static let containers = [
    matroskaIdentifiers, matroskaSound, matroskaTags, movieOrientation, movieSound, mp3Length,
    oggSerialNumber, soundDelays, soundEnd, waveCues,
  ]

  private static let bridge = [packedAlpha, pixelConversion, queuedCaps, rawSourcePads]

  private static let graph = [flipMethod]

  private static let media = [
    adpcmSeek, auSeek, backwardMixing, chainRenewal, chromaSite, codecDelay, containerColor,
    deepPNG,
    directRendering, discoveryStop, download, earlySeek, ffv1Version, flacChannels, flushFailure,
    footing,
    gifEnd,
    gifTimes, keyFrameRequests,
    lateExposure, lostFrames,
    masteringDisplay, mirroredMatrix, movieByteOrder, movingStart, paddedHeaders, paddingByte,
    premultipliedTIFF, programStreamSeek, rawFields,
    serverConnection, smallTextFile, stillDecoders, storedPackets, timestamperShift,
    unknownPixels, unsafeSinks, yCbCrConversion,
  ]
}
