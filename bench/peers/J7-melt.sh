#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
file=$out/$name.wav
ramp() { echo "music.m4a out=1799 -attach volume gain=$1 end=$2"; }
mix() { echo "-transition mix a_track=0 b_track=$1 sum=1 always_active=1"; }
# shellcheck disable=SC2046
run_melt atsc_1080p_30 1 \
  $(ramp 0 .5) -track $(ramp .5 0) -track $(ramp .1 .4) -track $(ramp .4 .1) \
  $(mix 1) $(mix 2) $(mix 3)
