/* Headers of Cairo, Pango and fontconfig, and the casts of theirs that are macros. */
#pragma once
#include <cairo.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

static inline void cairo_swift_unref(gpointer object) { g_object_unref(object); }

static inline void cutaway_font_map_set_config(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

/* The path of the file of a font; NULL if it has none. It lives as long as the font. */
static inline const char *cutaway_font_file(PangoFont *font) {
  FcChar8 *file = NULL;
  FcPattern *pattern = pango_fc_font_get_pattern(PANGO_FC_FONT(font));
  return FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch ? (const char *)file : NULL;
}
