#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
# lut3d interpolates in tetrahedra by default, as Cutaway does.
run_ffmpeg -t 10 -i A.mp4 -vf lut3d=table.cube -map 0:v -map 0:a
