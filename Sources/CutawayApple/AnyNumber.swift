import Foundation

/// The number in a value of any of the types that programs put into dictionaries; `nil` if it is none.
package func number(in value: Any?) -> Double? {
  switch value {
  // Swift's numbers become one where a dictionary of Foundation has them.
  case let number as NSNumber: number.doubleValue
  case let number as any BinaryInteger: Double(number)
  case let number as any BinaryFloatingPoint: Double(number)
  default: nil
  }
}
