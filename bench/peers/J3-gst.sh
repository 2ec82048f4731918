#!/usr/bin/env bash
# The mixer of J2-gst.sh lays A over itself. compositor is cheaper, but works in whole pixels.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_gst "$(source_of A.mp4 a 300 469) a_s. ! $to_audio
  a_v. ! videoconvert n-threads=2 ! video/x-raw,format=RGBA ! tee name=t
  t. ! queue ! m.sink_0 t. ! queue ! m.sink_1
  frei0r-mixer-cairoaffineblend name=m ! queue ! videoconvert n-threads=2 ! $i420 ! queue
  ! $to_video" \
  m.x 0=.4 10=.3 m.y 0=.4 10=.3 m.x-scale 0=.2 10=.3 m.y-scale 0=.2 10=.3
