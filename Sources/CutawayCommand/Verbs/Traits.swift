#if !(Timeline && Preview)
#error("the command needs the package traits Timeline and Preview")
#endif
