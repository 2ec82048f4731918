/// The filters that summarise a picture.
let reductionFilters: [any PictureFilter.Type] = [
  AreaAverage.self, AreaHistogram.self, AreaMaximum.self, AreaMaximumAlpha.self, AreaMinMax.self,
  AreaMinMaxRed.self, AreaMinimum.self, AreaMinimumAlpha.self, ColumnAverage.self,
  HistogramDisplayFilter.self, RowAverage.self,
]
