// A program that reads and writes frames and sound needs only `import CutawayMediaIO`.
@_exported public import Cutaway
