#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
variant=export
# The concat demuxer decodes from the key frame before each in-point.
cut_list >"$out/$name.txt"
run_ffmpeg -f concat -safe 0 -i "$out/$name.txt" -map 0:v -map 0:a
