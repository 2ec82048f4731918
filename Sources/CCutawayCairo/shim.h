/* Headers of Cairo and Pango, and the casts of theirs that are macros. */
#pragma once
#include <cairo.h>
#include <pango/pangocairo.h>

static inline void cairo_swift_unref(gpointer object) { g_object_unref(object); }
