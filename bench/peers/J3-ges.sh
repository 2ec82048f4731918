#!/usr/bin/env bash
# A corner-pin effect (c0rners of frei0r) works between pixels; posx, posy, width and height of GES
# are whole pixels.
. "${BASH_SOURCE[0]%/*}/common.sh"
near=(0=.333333333 10=.166666667)
far=(0=.666666667 10=.666666667)
run_ges 1920x1080 +clip A.mp4 duration=10 \
  +effect "videoconvert n-threads=2 ! frei0r-filter-c0rners name=c0 feather-alpha=0
    ! videoconvert n-threads=2" \
  +key corner-1-x "${near[@]}" +key corner-1-y "${near[@]}" \
  +key corner-2-x "${far[@]}" +key corner-2-y "${near[@]}" \
  +key corner-3-x "${far[@]}" +key corner-3-y "${far[@]}" \
  +key corner-4-x "${near[@]}" +key corner-4-y "${far[@]}"
