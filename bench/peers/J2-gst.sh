#!/usr/bin/env bash
# The mixer cairoaffineblend of frei0r works between pixels. compositor after rotate does not, takes
# the nearest neighbour and costs more; OpenGL in software costs more, and its transform takes no
# keyframes.
. "${BASH_SOURCE[0]%/*}/common.sh"
: "${SUFFIX:=}"
rgba="videoconvert n-threads=2 ! video/x-raw,format=RGBA ! queue"
run_gst "$(source_of "A$SUFFIX.mp4" a 300 469) $(source_of "B$SUFFIX.mp4" b 300 0) a_s. ! $to_audio
  a_v. ! $rgba ! m.sink_0 b_v. ! $rgba ! m.sink_1
  frei0r-mixer-cairoaffineblend name=m anchor-x=0.5 anchor-y=0.5 ! queue
  ! videoconvert n-threads=2 ! $i420 ! queue ! $to_video" \
  m.x 0="$(calc "(7/24+2)/5")" 10="$(calc "(17/24+2)/5")" m.y 0=.5 10=.5 \
  m.x-scale 0=.06 10=.16 m.y-scale 0=.06 10=.16 \
  m.rotation 0=0 10="$(calc 170/360)" m.opacity 0=1 10=0
