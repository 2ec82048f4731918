#!/usr/bin/env bash
# A social clip of a minute: the sample with this name.
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
"$root/scripts/make-sample-media" "$root/pipelines/media" >&2
sed "s#media/#$root/pipelines/media/#g" "$root/pipelines/social-clip.yaml"
