#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"

# small IN LAYER Y
small() {
  echo "+clip B.mp4 track-types=video start=0 duration=10.0 inpoint=$1.0 layer=$2" \
    "set-posx 1400 set-posy $3 set-width 480 set-height 270"
}

# shellcheck disable=SC2046
run_ges_launch 1920x1080 \
  +clip logo.png start=0 duration=10.0 layer=0 \
  set-posx 60 set-posy 780 set-width 256 set-height 256 \
  $(small 10 1 660) $(small 5 2 350) $(small 0 3 40) +clip A.mp4 start=0 duration=10.0 layer=4
