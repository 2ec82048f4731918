// A header without declarations, for the submodules of module.modulemap.
