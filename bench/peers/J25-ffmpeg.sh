#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
# Two at a time, as --jobs 2.
printf '%03d\n' {0..99} | xargs -P 2 -I '{}' ffmpeg -nostdin -v error -y -t 1 -i 'clips/{}.mp4' \
  -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 -c:a aac -b:a 128k "$out/J25-{}.mp4"
