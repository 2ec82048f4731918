/* The types of libheif's C interface (libheif/heif.h), which is loaded at run time. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int code;
  int subcode;
  const char *message;
} cutaway_heif_error;

/* The beginning of heif_color_profile_nclx; later versions add members at its end. */
typedef struct {
  uint8_t version;
  int color_primaries;
  int transfer_characteristics;
  int matrix_coefficients;
  uint8_t full_range_flag;
} cutaway_heif_nclx;

/* The functions, with the names of libheif without `heif_`. */
typedef int (*cutaway_heif_has_decoder)(int compression);
typedef void *(*cutaway_heif_context_alloc)(void);
typedef void (*cutaway_heif_release)(void *);
typedef cutaway_heif_error (*cutaway_heif_read)(void *context, const void *bytes, size_t size, const void *options);
typedef cutaway_heif_error (*cutaway_heif_primary)(void *context, void **handle);
typedef int (*cutaway_heif_number)(const void *handle);
typedef size_t (*cutaway_heif_size)(const void *handle);
typedef cutaway_heif_error (*cutaway_heif_profile)(const void *handle, void *bytes);
typedef cutaway_heif_error (*cutaway_heif_coding)(const void *handle, cutaway_heif_nclx **coding);
typedef void (*cutaway_heif_release_coding)(cutaway_heif_nclx *coding);
typedef cutaway_heif_error (*cutaway_heif_decode)(
    const void *handle, void **image, int color_space, int chroma, const void *options);
typedef int (*cutaway_heif_measure)(const void *image, int channel);
typedef const uint8_t *(*cutaway_heif_plane)(const void *image, int channel, int *stride);
