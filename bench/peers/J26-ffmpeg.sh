#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
exec ffmpeg -nostdin -v error -y -i A.mp4 -frames:v 1 "$out/J26.jpg"
