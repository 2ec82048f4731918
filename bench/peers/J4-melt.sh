#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"

# small IN: a track of B. on TRACK X Y WIDTH HEIGHT: lays a track over A.
small() { echo "-track B.mp4 in=$1 out=$(($1 + 299)) audio_index=-1"; }
on() {
  transitions+=(-transition qtblend a_track=0 b_track="$1" out=299 distort=1 fill=1
    rect="$2 $3 $4 $5 1")
}

transitions=()
on 1 1400 40 480 270
on 2 1400 350 480 270
on 3 1400 660 480 270
on 4 60 780 256 256
# shellcheck disable=SC2046
run_melt atsc_1080p_30 2 A.mp4 out=299 $(small 0) $(small 150) $(small 300) \
  -track logo.png out=299 "${transitions[@]}"
