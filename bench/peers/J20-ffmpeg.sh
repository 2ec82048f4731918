#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -t 10 -i A.mp4 -vf gblur=sigma=8 -map 0:v -map 0:a
