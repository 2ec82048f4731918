#!/usr/bin/env bash
export WIDTH=3840 HEIGHT=2160 SUFFIX=4K PROFILE=uhd_2160p_30
. "${BASH_SOURCE[0]%/*}/J2-melt.sh"
