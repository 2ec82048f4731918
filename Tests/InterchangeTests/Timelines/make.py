# Writes the timelines of InterchangeTests with OpenTimelineIO's own library:
#   python3 -m venv /tmp/otio && /tmp/otio/bin/pip install opentimelineio otio-cmx3600-adapter otio-fcpx-xml-adapter
#   cd Tests/InterchangeTests/Timelines && /tmp/otio/bin/python make.py
import opentimelineio as otio
from opentimelineio import schema as s
from opentimelineio.opentime import RationalTime, TimeRange


def time(value, rate=24):
    return RationalTime(value, rate)


def span(start, duration, rate=24):
    return TimeRange(time(start, rate), time(duration, rate))


def clip(name, start, duration, rate=24, **more):
    media = s.ExternalReference(f"media/{name}.mp4")
    return s.Clip(name, media_reference=media, source_range=span(start, duration, rate), **more)


def everything():
    """Cuts, a gap, speeds, a still frame, a dissolve, markers, a time code, a series of images."""
    timeline = s.Timeline("everything")
    video = s.Track("picture", kind="Video")
    sound = s.Track("sound", kind="Audio")
    timeline.tracks.append(video)
    timeline.tracks.append(sound)
    video.append(clip("beach", 24, 48))
    video.append(s.Transition(in_offset=time(6), out_offset=time(12), transition_type="SMPTE_Dissolve"))
    video.append(clip("city", 48, 48))
    video.append(s.Gap(duration=time(12)))
    fast = clip("beach", 0, 24)
    fast.effects.append(s.LinearTimeWarp(time_scalar=2))
    backwards = clip("city", 12, 24)
    backwards.effects.append(s.LinearTimeWarp(time_scalar=-1))
    still = clip("beach", 30, 36)
    still.effects.append(s.FreezeFrame())
    video.extend([fast, backwards, still])
    coded = s.Clip(
        "coded", source_range=span(86400 + 10, 20),
        media_reference=s.ExternalReference("file:///films/a%20reel.mov", span(86400, 2400)))
    coded.markers.append(s.Marker("inside", span(86400 + 15, 0)))
    video.append(coded)
    video.append(s.Clip("series", source_range=span(0, 12), media_reference=s.ImageSequenceReference(
        "media", "frame-", ".png", 0, 1, 24, 5)))
    video.append(s.Clip("bars", source_range=span(0, 24), media_reference=s.GeneratorReference(
        "bars", "SMPTEBars", span(0, 1000))))
    sound.append(s.Gap(duration=time(24)))
    sound.append(clip("song", 96000, 192000, 48000))
    timeline.tracks.markers.append(s.Marker("start", span(12, 0)))
    return timeline


def rates():
    """Rates as programs round them."""
    timeline = s.Timeline("rates")
    track = s.Track("V", kind="Video")
    timeline.tracks.append(track)
    for rate in [29.97, 30000 / 1001, 23.976, 23.98, 59.94, 25]:
        track.append(clip("a", 30, 60, rate))
    return timeline


def unknown():
    """What a composition has no place for."""
    timeline = s.Timeline("unknown")
    timeline.global_start_time = time(86400)
    track = s.Track("V", kind="Video")
    timeline.tracks.append(track)
    inner = s.Stack("inside")
    inner.append(s.Track("t", [clip("a", 0, 24)], kind="Video"))
    track.append(inner)
    named = s.Clip("reel.mov", source_range=span(0, 24))
    named.effects.append(s.Effect("Sparkle", "Sparkle"))
    track.append(named)
    track.append(s.Clip("", source_range=span(0, 24)))
    off = clip("off", 0, 24)
    off.enabled = False
    track.append(off)
    track.append(clip("a", 0, 24))
    track.append(s.Transition(in_offset=time(6), out_offset=time(6), transition_type="Star"))
    track.append(clip("b", 12, 24))
    track.append(s.Transition(in_offset=time(6), out_offset=time(6), transition_type="SMPTE_Dissolve"))
    track.append(clip("c", 0, 24))
    timeline.tracks.append(s.Track("titles", kind="Subtitle"))
    return timeline


def collection():
    both = s.SerializableCollection("bin")
    both.append(rates())
    both.append(unknown())
    both.append(clip("loose", 0, 24))
    return both


for make in [everything, rates, unknown, collection]:
    otio.adapters.write_to_file(make(), make.__name__ + ".otio", adapter_name="otio_json", indent=1)
otio.adapters.write_to_file(
    otio.adapters.read_from_file("cuts.edl", rate=24), "cuts.otio", adapter_name="otio_json", indent=1)
