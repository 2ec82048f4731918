/* The header of Little CMS, and the macros that Swift cannot import. */
#pragma once
#include <lcms2.h>

/* The layouts of pixels with 8 bits, and with 16 bits in the byte order of the machine. */
static const cmsUInt32Number cutaway_rgba_8 = TYPE_RGBA_8;
static const cmsUInt32Number cutaway_bgra_8 = TYPE_BGRA_8;
static const cmsUInt32Number cutaway_argb_8 = TYPE_ARGB_8;
static const cmsUInt32Number cutaway_abgr_8 = TYPE_ABGR_8;
static const cmsUInt32Number cutaway_rgba_16 = TYPE_RGBA_16;
static const cmsUInt32Number cutaway_bgra_16 = TYPE_BGRA_16;
static const cmsUInt32Number cutaway_argb_16 = TYPE_ARGB_16;
static const cmsUInt32Number cutaway_abgr_16 = TYPE_ABGR_16;
