#!/usr/bin/env bash
# The logo by gdkpixbufoverlay, so that the compositor stays in I420.
. "${BASH_SOURCE[0]%/*}/common.sh"
small() { echo "sink_$1::xpos=1400 sink_$1::ypos=$2 sink_$1::width=480 sink_$1::height=270"; }
run_gst "$(source_of A.mp4 a 300 469) $(source_of B.mp4 b 300 0)
  $(source_of B.mp4 c 900 0) $(source_of B.mp4 d 900 0) a_s. ! $to_audio
  a_v. ! m.sink_0 b_v. ! m.sink_1 c_v. ! m.sink_2 d_v. ! m.sink_3
  compositor name=m $(small 1 40) $(small 2 350) $(small 3 660) ! $i420,width=1920,height=1080
  ! gdkpixbufoverlay location=logo.png offset-x=60 offset-y=780 ! identity eos-after=301
  ! queue ! $to_video" c.seek 5=15 d.seek 10=20
