#!/usr/bin/python3
"""gst.py PIPELINE [PATH.PROPERTY TIME=VALUE ...] ...: gst-launch with keyframes, offsets and seeks.

PATH is an element or ELEMENT.PAD. The property 'offset' shifts a pad's running time (0=SECONDS).
'seek' on a demuxer X plays START=STOP of it only, and needs its picture to pass a queue X_v.

Pads of compositor take their keyframes in output time. A mixer of frei0r has to be named m, as
1.22's starts no stream of its own.
"""
import sys
import threading

import gi

for library in ("Gst", "GstController"):
    gi.require_version(library, "1.0")
from gi.repository import Gst, GstController  # noqa: E402

Gst.init(None)
pipeline = Gst.parse_launch(sys.argv[1])
mixer = pipeline.get_by_name("m")
is_frei0r = mixer and mixer.get_factory().get_name().startswith("frei0r-mixer")


def target(path):
    name, _, pad = path.partition(".")
    element = pipeline.get_by_name(name)
    return element.get_static_pad(pad) if pad else element


def curve_for(target, name):
    curve = GstController.InterpolationControlSource(mode=GstController.InterpolationMode.LINEAR)
    binding = GstController.DirectControlBinding.new_absolute(target, name, curve)
    target.add_control_binding(binding)
    return curve


def read_keyframes(arguments):
    """Sets keyframes and offsets; the result are the seeks."""
    seeks = []
    for argument in arguments:
        if "=" not in argument:
            path, _, name = argument.rpartition(".")
            owner = target(path)
            if name not in ("offset", "seek"):
                curve = curve_for(owner, name)
            continue
        time, value = map(float, argument.split("="))
        if name == "offset":
            owner.set_offset(round(value * Gst.SECOND))
        elif name == "seek":
            seeks.append((owner, time, value))
        else:
            curve.set(round(time * Gst.SECOND), value)
            curve.set(10**15, value)  # linear runs on past its last key
    return seeks


class StreamStart:
    """Sends what has to come before the caps, and frei0r's mixer leaves out.

    Its caps wait for the segment of its first input, which may come before or after.
    """

    def __init__(self, mixer):
        self.source = mixer.get_static_pad("src")
        self.sink = mixer.get_static_pad("sink_0")
        self.lock = threading.Lock()
        self.caps = self.segment = None
        kind = Gst.PadProbeType.EVENT_DOWNSTREAM
        self.source_probe = self.source.add_probe(kind, self.on_source)
        self.sink.add_probe(kind, self.on_sink)

    def on_source(self, pad, info):
        event = info.get_event()
        if event.type != Gst.EventType.CAPS:
            return Gst.PadProbeReturn.OK
        with self.lock:
            pad.remove_probe(self.source_probe)
            self.caps = event
            self.send_if_complete()
        return Gst.PadProbeReturn.DROP

    def on_sink(self, pad, info):
        event = info.get_event()
        if event.type != Gst.EventType.SEGMENT:
            return Gst.PadProbeReturn.OK
        with self.lock:
            self.segment = event
            self.send_if_complete()
        return Gst.PadProbeReturn.REMOVE

    def send_if_complete(self):
        if self.caps and self.segment:
            for event in Gst.Event.new_stream_start("m"), self.caps, self.segment:
                self.source.push_event(event)


def hold(demuxer):
    """Blocks a demuxer's picture at its first buffer, for a seek before that is lost."""
    pad = pipeline.get_by_name(demuxer.name + "_v").get_static_pad("src")
    is_there = threading.Event()

    def block(*_):
        is_there.set()
        return Gst.PadProbeReturn.OK

    kind = Gst.PadProbeType.BLOCK | Gst.PadProbeType.BUFFER
    return pad, pad.add_probe(kind, block), is_there


seeks = read_keyframes(sys.argv[2:])
if is_frei0r:
    stream_start = StreamStart(mixer)
held = [hold(demuxer) for demuxer, _, _ in seeks]
pipeline.set_state(Gst.State.PLAYING)
for (demuxer, start, stop), (pad, block, is_there) in zip(seeks, held):
    is_there.wait()
    flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
    first = (Gst.SeekType.SET, round(start * Gst.SECOND))
    last = (Gst.SeekType.SET, round(stop * Gst.SECOND))
    demuxer.send_event(Gst.Event.new_seek(1, Gst.Format.TIME, flags, *first, *last))
    pad.remove_probe(block)
message = pipeline.get_bus().timed_pop_filtered(
    Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR
)
if message.type == Gst.MessageType.ERROR:
    sys.exit(str(message.parse_error()))
pipeline.set_state(Gst.State.NULL)
