#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
printf "file '$PWD/%s.mp4'\n" A B >"$out/$name.txt"
target=(-f null -)
if [[ $variant == export ]]; then target=("$file"); fi
exec ffmpeg -nostdin -v error -y -f concat -safe 0 -i "$out/$name.txt" -c copy "${target[@]}"
