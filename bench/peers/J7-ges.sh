#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
read -ra music <<<"${MUSIC:-music.m4a music.m4a music.m4a music.m4a}"
file=$out/$name.wav
ramp() { echo "+clip ${music[$1]} layer=$1 tracks=audio duration=60 +key volume 0=$2 60=$3"; }
# shellcheck disable=SC2046
run_ges 0x0 $(ramp 0 0 .5) $(ramp 1 .5 0) $(ramp 2 .1 .4) $(ramp 3 .4 .1)
