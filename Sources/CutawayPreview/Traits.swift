#if !Preview
#error("CutawayPreview needs the package trait Preview")
#endif
