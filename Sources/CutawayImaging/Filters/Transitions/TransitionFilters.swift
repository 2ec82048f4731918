/// The transitions from one picture to another.
let transitionFilters: [any PictureFilter.Type] = [
  AccordionFoldTransition.self, BarsSwipeTransition.self, CopyMachineTransition.self,
  DisintegrateWithMaskTransition.self, DissolveTransition.self, FlashTransition.self,
  ModTransition.self, PageCurlTransition.self, RippleTransition.self, SwipeTransition.self,
]
