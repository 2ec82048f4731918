#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
cannot "a filter graph cannot seek: it would render the 20 s before the frame"
