#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_gst "$(source_of A.mp4 a 480 750) $(source_of B.mp4 b 453 704)
  a_v. ! m.sink_0 b_v. ! m.sink_1
  compositor name=m ! $i420,width=1920,height=1080 ! identity eos-after=871 ! queue ! $to_video
  a_s. ! volume name=va ! x.sink_0 b_s. ! volume name=vb ! x.sink_1
  audiomixer name=x ! queue ! $to_audio" \
  m.sink_1.offset 0=14 m.sink_1.alpha 14=0 16=1 \
  x.sink_1.offset 0=14 va.volume 0=1 14=1 16=0 vb.volume 0=0 2=1
