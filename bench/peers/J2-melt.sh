#!/usr/bin/env bash
# qtblend gives the picture of affine for half the CPU.
. "${BASH_SOURCE[0]%/*}/common.sh"
: "${WIDTH:=1920}" "${HEIGHT:=1080}" "${SUFFIX:=}" "${PROFILE:=atsc_1080p_30}"
w=$WIDTH h=$HEIGHT
from="$((w * 17 / 120)) $((h * 35 / 100)) $((w * 3 / 10)) $((h * 3 / 10)) 1"
to="$((w * 37 / 120)) $((h / 10)) $((w * 8 / 10)) $((h * 8 / 10)) 0"
run_melt "$PROFILE" 2 "A$SUFFIX.mp4" out=299 -track "B$SUFFIX.mp4" out=299 audio_index=-1 \
  -transition qtblend a_track=0 b_track=1 out=299 distort=1 rotate_center=1 \
  rect="0=$from;300=$to" rotation="0=0;300=170"
