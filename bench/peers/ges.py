#!/usr/bin/python3
"""ges.py WxH null|FILE.mp4|FILE.wav|FILE.png@SECONDS CLIPS...: a GES timeline with keyframes.

CLIPS: +clip FILE [NAME=VALUE ...] [+effect BIN] [+key PROPERTY TIME=VALUE ...] ...
The values of a clip: layer, start, inpoint, duration, tracks=video|audio, else child properties.
A size of 0x0 means sound only.

It is what ges-launch-1.0 would do if its +keyframes worked in 1.22 ("Could not convert keyframe").
"""
import os
import sys

import gi

for library in ("Gst", "GES", "GstController", "GstPbutils"):
    gi.require_version(library, "1.0")
from gi.repository import GES, Gst, GstController, GstPbutils  # noqa: E402, F401

FRAME_LAYOUT = ("alpha", "posx", "posy", "width", "height")


def nanoseconds(seconds):
    return round(float(seconds) * Gst.SECOND)


def make_timeline(width, height):
    timeline = GES.Timeline.new()
    if width:
        track = GES.VideoTrack.new()
        caps = f"video/x-raw,format=I420,width={width},height={height},framerate=30/1"
        track.set_restriction_caps(Gst.Caps.from_string(caps))
        timeline.add_track(track)
    track = GES.AudioTrack.new()
    track.set_restriction_caps(Gst.Caps.from_string("audio/x-raw,rate=48000,channels=2"))
    timeline.add_track(track)
    return timeline


def add_clip(timeline, file, values):
    layer = int(values.pop("layer", 0))
    while len(timeline.get_layers()) <= layer:
        timeline.append_layer()
    kinds = {"video": GES.TrackType.VIDEO, "audio": GES.TrackType.AUDIO}
    both = GES.TrackType.VIDEO | GES.TrackType.AUDIO
    clip = timeline.get_layers()[layer].add_asset(
        GES.UriClipAsset.request_sync("file://" + os.path.abspath(file)),
        nanoseconds(values.pop("start", 0)),
        nanoseconds(values.pop("inpoint", 0)),
        nanoseconds(values.pop("duration")),
        kinds.get(values.pop("tracks", ""), both),
    )
    for name, value in values.items():
        clip.set_child_property(name, float(value) if name == "alpha" else int(value))
    return clip


def add_keyframes(elements, name, values):
    curve = GstController.InterpolationControlSource(mode=GstController.InterpolationMode.LINEAR)
    # 1.22 places and fades by the file's own timestamps, and those start 2 frames late for x264's
    # B-frames.
    late = 2 / 30 if name in FRAME_LAYOUT else 0
    if late:
        curve.set(0, float(next(iter(values.values()))))
    for time, value in values.items():
        curve.set(nanoseconds(float(time) + late), float(value))
    curve.set(10**15, float(value))  # linear runs on past its last key
    for element in elements:
        element.set_auto_clamp_control_sources(False)
    assert any(
        element.set_control_source(curve, name, "direct-absolute")
        for element in elements
        if GES.TimelineElement.lookup_child(element, name)[0]
    ), name


def fill(timeline, arguments):
    words = []
    for argument in arguments:
        if argument.startswith("+"):
            words.append([argument])
        else:
            words[-1].append(argument)
    for verb, first, *rest in words:
        values = dict(word.split("=", 1) for word in rest)
        if verb == "+clip":
            clip = add_clip(timeline, first, values)
            elements = clip.get_children(True)
        elif verb == "+effect":
            effect = GES.Effect.new(first)
            clip.add(effect)
            elements = [effect]
        elif verb == "+key":
            add_keyframes(elements, first, values)
    timeline.commit()


def wait(pipeline, kinds):
    bus = pipeline.get_bus()
    message = bus.timed_pop_filtered(Gst.CLOCK_TIME_NONE, kinds | Gst.MessageType.ERROR)
    if message.type == Gst.MessageType.ERROR:
        sys.exit(str(message.parse_error()))


def set_target(pipeline, target, width):
    if target.endswith((".mp4", ".wav")):
        profile = os.environ["GES_PROFILE"]
        if target.endswith(".wav"):
            profile = "audio/x-wav:audio/x-raw,format=S16LE"
        encoder = Gst.ElementFactory.make("encodebin2", None)
        Gst.util_set_object_arg(encoder, "profile", profile)
        uri = "file://" + os.path.abspath(target)
        pipeline.set_render_settings(uri, encoder.props.profile)
        pipeline.set_mode(GES.PipelineFlags.RENDER)
    else:
        pipeline.preview_set_video_sink(Gst.ElementFactory.make("fakesink", "v"))
        pipeline.preview_set_audio_sink(Gst.ElementFactory.make("fakesink", "a"))
        flags = GES.PipelineFlags
        pipeline.set_mode(flags.FULL_PREVIEW if width else flags.AUDIO_PREVIEW)


def save_frame(pipeline, target, width, height):
    file, time = target.split("@")
    pipeline.set_state(Gst.State.PAUSED)
    wait(pipeline, Gst.MessageType.ASYNC_DONE)
    flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
    start, no_stop = (Gst.SeekType.SET, nanoseconds(time)), (Gst.SeekType.NONE, 0)
    pipeline.seek(1, Gst.Format.TIME, flags, *start, *no_stop)
    wait(pipeline, Gst.MessageType.ASYNC_DONE)
    pipeline.save_thumbnail(width, height, "image/png", file)


Gst.init(None)
GES.init()
size, target = sys.argv[1:3]
width, height = map(int, size.split("x"))
timeline = make_timeline(width, height)
fill(timeline, sys.argv[3:])
pipeline = GES.Pipeline.new()
pipeline.set_timeline(timeline)
set_target(pipeline, target, width)
if "@" in target:
    save_frame(pipeline, target, width, height)
else:
    pipeline.set_state(Gst.State.PLAYING)
    wait(pipeline, Gst.MessageType.EOS)
pipeline.set_state(Gst.State.NULL)
