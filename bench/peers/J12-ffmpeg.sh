#!/usr/bin/env bash
# drawtext moves by whole pixels.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -t 10 -i A.mp4 -vf "drawtext=font=DejaVu Sans:text=Summer in the city:fontsize=96:\
fontcolor=white:x=(w-tw)/2-200+40*t:y=810+4*t:alpha=0.2+0.08*t"
