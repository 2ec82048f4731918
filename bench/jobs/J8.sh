#!/usr/bin/env bash
# Prints the composition of J8: J2 at 2160p.
WIDTH=3840 HEIGHT=2160 SUFFIX=4K exec "${BASH_SOURCE[0]%/*}/J2.sh"
