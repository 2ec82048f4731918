#!/usr/bin/env bash
# B fades in on a layer above A. GES's own crossfade, of clips that overlap on a layer, dips to
# black in 1.22.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ges 1920x1080 \
  +clip B.mp4 start=14 duration=15 +key alpha 0=0 2=1 +key volume 0=0 2=1 \
  +clip A.mp4 layer=1 duration=16 +key volume 14=1 16=0
