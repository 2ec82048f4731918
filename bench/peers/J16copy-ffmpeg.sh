#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
cut_list >"$out/$name.txt"
exec ffmpeg -nostdin -v error -y -f concat -safe 0 -i "$out/$name.txt" -c copy "$out/$name.mp4"
