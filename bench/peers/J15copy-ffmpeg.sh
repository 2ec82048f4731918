#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
exec ffmpeg -nostdin -v error -y -i long.mp4 -c copy "$out/$name.mp4"
