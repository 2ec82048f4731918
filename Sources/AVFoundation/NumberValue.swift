import Foundation

/// A number of any type, in animations and in dictionaries of settings; `nil` for other values.
func numberValue(_ value: Any) -> Double? {
  switch value {
  case let number as Double: number
  case let number as Float: Double(number)
  case let number as CGFloat: Double(number)
  case let number as Int: Double(number)
  case let number as Bool: number ? 1 : 0
  case let number as NSNumber: number.doubleValue
  case let number as any BinaryInteger: Double(number)
  default: nil
  }
}
