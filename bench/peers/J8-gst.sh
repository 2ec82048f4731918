#!/usr/bin/env bash
export WIDTH=3840 HEIGHT=2160 SUFFIX=4K
. "${BASH_SOURCE[0]%/*}/J2-gst.sh"
