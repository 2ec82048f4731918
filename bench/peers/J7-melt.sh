#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
read -ra music <<<"${MUSIC:-music.m4a music.m4a music.m4a music.m4a}"
file=$out/$name.wav
ramp() { echo "${music[$1]} out=1799 -attach volume gain=$2 end=$3"; }
mix() { echo "-transition mix a_track=0 b_track=$1 sum=1 always_active=1"; }
# shellcheck disable=SC2046
run_melt atsc_1080p_30 1 \
  $(ramp 0 0 .5) -track $(ramp 1 .5 0) -track $(ramp 2 .1 .4) -track $(ramp 3 .4 .1) \
  $(mix 1) $(mix 2) $(mix 3)
