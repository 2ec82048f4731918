/* The only C in the package: headers, plus the GLib and GStreamer macros Swift cannot import. */
#pragma once
#include <gio/gio.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/base/gstaggregator.h>
#include <gst/base/gstbasesrc.h>
#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/gstvideodecoder.h>
#include <gst/video/navigation.h>
#include <gst/video/video.h>
#include <link.h>
#include <math.h>
#include <pthread.h>

/* The objects of the process. */

/* Dl_info, which <dlfcn.h> declares with _GNU_SOURCE only. */
struct gst_swift_object {
  const char *name;
  void *base;
  const char *symbol;
  void *address;
};
extern int gst_swift_find_object(const void *address, struct gst_swift_object *object) __asm__("dladdr");

/* The first of the loaded objects, in the order in which they were loaded. */
static inline const struct link_map *gst_swift_first_object(void) { return _r_debug.r_map; }

/* Properties. */

static inline GParamFlags gst_swift_property_flags(gboolean controllable, gboolean playing) {
  return (GParamFlags)(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                       (playing ? GST_PARAM_MUTABLE_PLAYING : GST_PARAM_MUTABLE_READY) |
                       (controllable ? GST_PARAM_CONTROLLABLE : 0));
}

static inline void gst_swift_set_boolean(gpointer object, const char *name, gboolean value) {
  g_object_set(object, name, value, NULL);
}
static inline void gst_swift_set_int(gpointer object, const char *name, int value) {
  g_object_set(object, name, value, NULL);
}
static inline void gst_swift_set_uint(gpointer object, const char *name, guint value) {
  g_object_set(object, name, value, NULL);
}
static inline void gst_swift_set_float(gpointer object, const char *name, float value) {
  g_object_set(object, name, value, NULL);
}
static inline void gst_swift_set_string(gpointer object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}
static inline void gst_swift_set_caps(gpointer object, const char *name, GstCaps *value) {
  g_object_set(object, name, value, NULL);
}
static inline gboolean gst_swift_has_property(gpointer object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}
static inline gboolean gst_swift_boolean_property(gpointer object, const char *name) {
  gboolean value = FALSE;
  g_object_get(object, name, &value, NULL);
  return value;
}
static inline int gst_swift_enum_property(gpointer object, const char *name) {
  int value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}
static inline gulong gst_swift_connect(gpointer object, const char *signal, GCallback handler,
                                       gpointer data) {
  return g_signal_connect(object, signal, handler, data);
}
static inline gulong gst_swift_connect_owning(gpointer object, const char *signal,
                                              GCallback handler, gpointer data,
                                              GClosureNotify destroy) {
  return g_signal_connect_data(object, signal, handler, data, destroy, (GConnectFlags)0);
}

/* Types and classes. */

static inline GTypeClass *gst_swift_class_of(gpointer instance) {
  return ((GTypeInstance *)instance)->g_class;
}
static inline GType gst_swift_type_of(gpointer instance) { return G_OBJECT_TYPE(instance); }

/* Mini objects. */

static inline void gst_swift_message_unref(GstMessage *message) { gst_message_unref(message); }
static inline void gst_swift_caps_unref(GstCaps *caps) { gst_caps_unref(caps); }
static inline GstCaps *gst_swift_caps_ref(GstCaps *caps) { return gst_caps_ref(caps); }
static inline void gst_swift_event_unref(GstEvent *event) { gst_event_unref(event); }
static inline GstBuffer *gst_swift_buffer_ref(GstBuffer *buffer) { return gst_buffer_ref(buffer); }
static inline void gst_swift_buffer_unref(GstBuffer *buffer) { gst_buffer_unref(buffer); }
static inline void gst_swift_buffer_list_unref(GstBufferList *list) { gst_buffer_list_unref(list); }
static inline void gst_swift_sample_unref(GstSample *sample) { gst_sample_unref(sample); }
static inline GstBuffer *gst_swift_buffer_make_writable(GstBuffer *buffer) {
  return gst_buffer_make_writable(buffer);
}
/* A new buffer over the same memory. */
static inline GstBuffer *gst_swift_buffer_share(GstBuffer *buffer) { return gst_buffer_copy(buffer); }

static inline GstClockTime gst_swift_pts(const GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstClockTime gst_swift_dts(const GstBuffer *buffer) { return GST_BUFFER_DTS(buffer); }
static inline GstBufferCopyFlags gst_swift_copy_all(void) { return GST_BUFFER_COPY_ALL; }
static inline void gst_swift_set_dts(GstBuffer *buffer, GstClockTime dts) {
  GST_BUFFER_DTS(buffer) = dts;
}
static inline void gst_swift_set_field(GstStructure *fields, const char *name, const char *text) {
  gst_structure_set(fields, name, G_TYPE_STRING, text, NULL);
}
static inline GstClockTime gst_swift_duration(const GstBuffer *buffer) {
  return GST_BUFFER_DURATION(buffer);
}
static inline void gst_swift_set_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
  GST_BUFFER_PTS(buffer) = pts;
  GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION(buffer) = duration;
}
static inline guint64 gst_swift_offset(GstBuffer *buffer) { return GST_BUFFER_OFFSET(buffer); }

static inline void gst_swift_set_offsets(GstBuffer *buffer, guint64 offset, guint64 end) {
  GST_BUFFER_OFFSET(buffer) = offset;
  GST_BUFFER_OFFSET_END(buffer) = end;
}
static inline void gst_swift_set_flag(GstBuffer *buffer, GstBufferFlags flag, gboolean on) {
  if (on)
    GST_BUFFER_FLAG_SET(buffer, flag);
  else
    GST_BUFFER_FLAG_UNSET(buffer, flag);
}
static inline gboolean gst_swift_has_flag(GstBuffer *buffer, GstBufferFlags flag) {
  return GST_BUFFER_FLAG_IS_SET(buffer, flag);
}

/* Frames that stand for no picture. Programs that do not know the meta show their pixels. The flag GAP alone does not say
   so: videorate sets it on repeated frames. */

#define GST_SWIFT_EMPTY_FRAME "CutawayEmptyFrameMeta"

static inline void gst_swift_register_empty_frame(void) {
  static gsize once = 0;
  if (g_once_init_enter(&once)) {
    const char *tags[] = {NULL};
    if (gst_meta_get_info(GST_SWIFT_EMPTY_FRAME) == NULL)
      gst_meta_register_custom(GST_SWIFT_EMPTY_FRAME, tags, NULL, NULL, NULL);
    g_once_init_leave(&once, 1);
  }
}
static inline void gst_swift_mark_empty_frame(GstBuffer *buffer) {
  gst_swift_register_empty_frame();
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_GAP);
  gst_buffer_add_custom_meta(buffer, GST_SWIFT_EMPTY_FRAME);
}
static inline gboolean gst_swift_is_empty_frame(GstBuffer *buffer) {
  gst_swift_register_empty_frame();
  return gst_buffer_get_custom_meta(buffer, GST_SWIFT_EMPTY_FRAME) != NULL;
}

/* A buffer over the same memory, without flags, times and metadata but the places of rows. */
static inline GstBuffer *gst_swift_buffer_share_memory(GstBuffer *buffer, gboolean keeps_video_meta) {
  GstBuffer *copy = gst_buffer_copy_region(buffer, GST_BUFFER_COPY_MEMORY, 0, -1);
  GstVideoMeta *meta = keeps_video_meta ? gst_buffer_get_video_meta(buffer) : NULL;
  if (copy && meta)
    gst_buffer_add_video_meta_full(copy, meta->flags, meta->format, meta->width, meta->height,
                                   meta->n_planes, meta->offset, meta->stride);
  return copy;
}

/* Messages, events, queries. */

/* A field of an event; not a number if there is none. */
static inline double gst_swift_double_field(const GstStructure *fields, const char *name) {
  double value = 0;
  return gst_structure_get_double(fields, name, &value) ? value : NAN;
}
static inline void gst_swift_set_double_field(GstStructure *fields, const char *name, double value) {
  gst_structure_set(fields, name, G_TYPE_DOUBLE, value, NULL);
}

static inline void gst_swift_set_int_field(GstStructure *fields, const char *name, int value) {
  gst_structure_set(fields, name, G_TYPE_INT, value, NULL);
}
static inline void gst_swift_set_fraction(GstStructure *fields, const char *name, int numerator,
                                          int denominator) {
  gst_structure_set(fields, name, GST_TYPE_FRACTION, numerator, denominator, NULL);
}
/* Not gst_structure_get: it has variable arguments. */
static inline gboolean gst_swift_get_bitmask(const GstStructure *fields, const char *name,
                                             guint64 *mask) {
  return gst_structure_get(fields, name, GST_TYPE_BITMASK, mask, NULL);
}

static inline GstMessageType gst_swift_message_type(GstMessage *message) {
  return GST_MESSAGE_TYPE(message);
}
static inline GstObject *gst_swift_message_source(GstMessage *message) {
  return GST_MESSAGE_SRC(message);
}
static inline const GstStructure *gst_swift_error_details(GstMessage *message) {
  const GstStructure *details = NULL;
  gst_message_parse_error_details(message, &details);
  return details;
}
/* Whether an error says more in a field. */
static inline gboolean gst_swift_has_error_detail(GstMessage *message, const char *field) {
  const GstStructure *details = NULL;
  gst_message_parse_error_details(message, &details);
  return details && gst_structure_has_field(details, field);
}
static inline gboolean gst_swift_uint_error_detail(GstMessage *message, const char *field,
                                                   guint *value) {
  const GstStructure *details = NULL;
  gst_message_parse_error_details(message, &details);
  return details && gst_structure_get_uint(details, field, value);
}
static inline GstEventType gst_swift_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline gboolean gst_swift_event_is_serialized(GstEvent *event) {
  return GST_EVENT_IS_SERIALIZED(event);
}
static inline gboolean gst_swift_event_is_sticky(GstEvent *event) {
  return GST_EVENT_IS_STICKY(event);
}
static inline GstQueryType gst_swift_query_type(GstQuery *query) { return GST_QUERY_TYPE(query); }
/* Lets the answer to a query for caps allow all numbers of channels. */
static inline void gst_swift_allow_channels(GstQuery *query) {
  GstCaps *caps = NULL, *filter = NULL;
  gst_query_parse_caps_result(query, &caps);
  gst_query_parse_caps(query, &filter);
  if (!caps) return;
  GstCaps *result = gst_caps_copy(caps);
  for (guint i = 0; i < gst_caps_get_size(result); i++) {
    GstStructure *fields = gst_caps_get_structure(result, i);
    gst_structure_remove_field(fields, "channel-mask");
    gst_structure_set(fields, "channels", GST_TYPE_INT_RANGE, 1, G_MAXINT, NULL);
  }
  if (filter) {
    GstCaps *part = gst_caps_intersect_full(result, filter, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(result);
    result = part;
  }
  gst_query_set_caps_result(query, result);
  gst_caps_unref(result);
}
static inline void gst_swift_set_source(gpointer element) {
  GST_OBJECT_FLAG_SET(element, GST_ELEMENT_FLAG_SOURCE);
}
static inline GstEvent *gst_swift_event_ref(GstEvent *event) { return gst_event_ref(event); }
static inline GstEvent *gst_swift_probe_event(GstPadProbeInfo *info) {
  return GST_PAD_PROBE_INFO_EVENT(info);
}
static inline GstBuffer *gst_swift_probe_buffer(GstPadProbeInfo *info) {
  return GST_PAD_PROBE_INFO_BUFFER(info);
}
static inline void gst_swift_probe_set_buffer(GstPadProbeInfo *info, GstBuffer *buffer) {
  GST_PAD_PROBE_INFO_DATA(info) = buffer;
}
static inline GstBufferList *gst_swift_probe_buffer_list(GstPadProbeInfo *info) {
  return GST_PAD_PROBE_INFO_BUFFER_LIST(info);
}
static inline void gst_swift_probe_replace_event(GstPadProbeInfo *info, GstEvent *event) {
  gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
  GST_PAD_PROBE_INFO_DATA(info) = event;
}
static inline const char *gst_swift_object_name(gpointer object) { return GST_OBJECT_NAME(object); }

/* Overlays. */

static inline void gst_swift_overlay_rectangle_unref(GstVideoOverlayRectangle *rectangle) {
  gst_video_overlay_rectangle_unref(rectangle);
}
static inline void gst_swift_overlay_composition_unref(GstVideoOverlayComposition *composition) {
  gst_video_overlay_composition_unref(composition);
}

/* Elements. */

/* The caps that the template of an element's pad has. */
static inline GstCaps *gst_swift_template_caps(gpointer element, const char *name) {
  GstPadTemplate *found = gst_element_get_pad_template(GST_ELEMENT(element), name);
  return found ? gst_pad_template_get_caps(found) : NULL;
}

static inline void gst_swift_lock(gpointer object) { GST_OBJECT_LOCK(object); }
static inline void gst_swift_unlock(gpointer object) { GST_OBJECT_UNLOCK(object); }

static inline void gst_swift_post_error(gpointer element, GQuark domain, int code,
                                        const char *message, const char *file, int line,
                                        GstStructure *details) {
  gst_element_message_full_with_details(GST_ELEMENT(element), GST_MESSAGE_ERROR, domain, code,
                                        g_strdup(message), NULL, file, "", line, details);
}
static inline void gst_swift_post_warning(gpointer element, const char *message) {
  gst_element_message_full(GST_ELEMENT(element), GST_MESSAGE_WARNING, GST_STREAM_ERROR,
                           GST_STREAM_ERROR_FAILED, g_strdup(message), NULL, "", "", 0);
}

/*
 * The stream time of a buffer that begins at a time, also before the segment: after a seek to a
 * time within a frame or a sample, the first buffer does. Invalid without a time, and in segments
 * of another format.
 */
static inline GstClockTime gst_swift_stream_time(const GstSegment *segment, GstClockTime time) {
  guint64 result = 0;
  if (!GST_CLOCK_TIME_IS_VALID(time) || segment->format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  switch (gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, time, &result)) {
    case 1: return result;
    case -1: return 0;
    default: return GST_CLOCK_TIME_NONE;
  }
}

/* Applies bound control sources for the buffer about to be processed; returns its stream time. */
static inline GstClockTime gst_swift_sync_controllers(gpointer element, GstBuffer *buffer) {
  GstBaseTransform *transform = GST_BASE_TRANSFORM_CAST(element);
  GstClockTime time = gst_swift_stream_time(&transform->segment, GST_BUFFER_PTS(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(transform), time);
  return time;
}

/* Lets the elements on both sides of a pad agree on caps and allocation. */
static inline void gst_swift_proxy_pad(GstPad *pad) {
  GST_PAD_SET_PROXY_CAPS(pad);
  GST_PAD_SET_PROXY_ALLOCATION(pad);
}

static inline GstPad *gst_swift_source_pad(gpointer source) { return GST_BASE_SRC_PAD(source); }

static inline GstPad *gst_swift_aggregator_source_pad(gpointer aggregator) {
  return GST_AGGREGATOR_SRC_PAD(aggregator);
}
static inline GstSegment *gst_swift_aggregator_segment(gpointer pad) {
  return &GST_AGGREGATOR_PAD(pad)->segment;
}

/* Waits on a condition of CLOCK_MONOTONIC until a time of g_get_monotonic_time(). */
static inline int gst_swift_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                       gint64 deadline) {
  struct timespec time = {deadline / G_USEC_PER_SEC, deadline % G_USEC_PER_SEC * 1000};
  return pthread_cond_timedwait(condition, mutex, &time);
}

/* Readings of a format that have no function. */

static inline guint64 gst_swift_unknown_time(void) { return GST_CLOCK_TIME_NONE; }

static inline GstBuffer *gst_swift_value_buffer(const GValue *value) {
  return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}

/* Checked casts. */

static inline void gst_swift_toc_unref(GstToc *toc) { gst_toc_unref(toc); }

static inline GstTocSetter *gst_swift_toc_setter(gpointer element) {
  return GST_IS_TOC_SETTER(element) ? GST_TOC_SETTER(element) : NULL;
}

static inline GstTagSetter *gst_swift_tag_setter(gpointer element) {
  return GST_IS_TAG_SETTER(element) ? GST_TAG_SETTER(element) : NULL;
}

/* Checked casts of stream information. */

static inline gboolean gst_swift_is_video_info(gpointer info) {
  return GST_IS_DISCOVERER_VIDEO_INFO(info);
}
static inline gboolean gst_swift_is_audio_info(gpointer info) {
  return GST_IS_DISCOVERER_AUDIO_INFO(info);
}
static inline gboolean gst_swift_is_text_info(gpointer info) {
  return GST_IS_DISCOVERER_SUBTITLE_INFO(info);
}
static inline gboolean gst_swift_is_container_info(gpointer info) {
  return GST_IS_DISCOVERER_CONTAINER_INFO(info);
}

/* Reading a property's declaration. */

static inline GParamSpec *gst_swift_find_property(gpointer object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}
static inline GParamSpec **gst_swift_list_properties(gpointer object, guint *count) {
  return g_object_class_list_properties(G_OBJECT_GET_CLASS(object), count);
}
static inline gboolean gst_swift_is_controllable(GParamSpec *spec) {
  return (spec->flags & GST_PARAM_CONTROLLABLE) && (spec->flags & G_PARAM_READABLE) &&
         (spec->flags & G_PARAM_WRITABLE);
}
static inline GType gst_swift_value_type(GParamSpec *spec) { return G_PARAM_SPEC_VALUE_TYPE(spec); }
static inline GType gst_swift_fundamental(GType type) { return G_TYPE_FUNDAMENTAL(type); }
