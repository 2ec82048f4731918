extension CMFormatDescription {
  /// What a format states besides its kind, codec and size, by keys.
  ///
  /// The tracks of a file state the colours, the range, alpha, the bits of a component and the light of HDR.
  public struct Extensions: Sequence, ExpressibleByDictionaryLiteral, Sendable, Hashable {
    package private(set) var values: [String: Value] = [:]

    /// The name of a property.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name.
      public let rawValue: CFString
      /// Creates a name.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// The primaries.
      public static let colorPrimaries = Key(
        rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
      /// The transfer function.
      public static let transferFunction = Key(
        rawValue: kCMFormatDescriptionExtension_TransferFunction)
      /// The matrix between R′G′B′ and Y′CbCr.
      public static let yCbCrMatrix = Key(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
      /// Whether samples use all values.
      public static let fullRangeVideo = Key(
        rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
      /// Whether pictures are transparent.
      public static let containsAlphaChannel = Key(
        rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
      /// The bits of a component.
      public static let bitsPerComponent = Key(
        rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
      /// The bits of a pixel.
      public static let depth = Key(rawValue: kCMFormatDescriptionExtension_Depth)
      /// The aspect ratio of pixels.
      public static let pixelAspectRatio = Key(
        rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
      /// The visible part.
      public static let cleanAperture = Key(rawValue: kCMFormatDescriptionExtension_CleanAperture)
      /// The number of fields of a frame.
      public static let fieldCount = Key(rawValue: kCMFormatDescriptionExtension_FieldCount)
      /// The order of fields.
      public static let fieldDetail = Key(rawValue: kCMFormatDescriptionExtension_FieldDetail)
      /// The display of the mastering, as in SMPTE ST 2086.
      public static let masteringDisplayColorVolume = Key(
        rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)
      /// The light of the content, as in CTA-861.3.
      public static let contentLightLevelInfo = Key(
        rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
      /// The name of the codec.
      public static let formatName = Key(rawValue: kCMFormatDescriptionExtension_FormatName)
    }

    /// The value of a property.
    public enum Value: Sendable, Hashable {
      /// A text.
      case text(String)
      /// A number.
      case number(Double)
      /// A truth value.
      case flag(Bool)
      /// Bytes.
      case data(Data)
      /// Numbers by names.
      case numbers([String: Double])

      /// Creates a value; `nil` for other kinds of values.
      init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let flag as Bool: self = .flag(flag)
        case let data as Data: self = .data(data)
        case let number as NSNumber: self = .number(number.doubleValue)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let numbers as [String: Any]:
          var all: [String: Double] = [:]
          for (name, value) in numbers {
            guard case .number(let number)? = Value(value) else { return nil }
            all[name] = number
          }
          self = .numbers(all)
        default: return nil
        }
      }

      /// The value as in a property list.
      public var propertyListRepresentation: Any {
        switch self {
        case .text(let text): text
        case .number(let number): number.rounded() == number ? Int(number) as Any : number
        case .flag(let flag): flag
        case .data(let data): data
        case .numbers(let numbers): numbers
        }
      }
    }

    /// Creates properties.
    public init(dictionaryLiteral elements: (Key, Value)...) {
      for (key, value) in elements { values[key.rawValue] = value }
    }

    /// The properties of a dictionary with texts, numbers, bytes, and dictionaries of numbers; others are left out.
    init(_ dictionary: CFDictionary?) { values = (dictionary ?? [:]).compactMapValues(Value.init) }

    /// A property; `nil` if it is not stated.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    /// The properties, in any order.
    public func makeIterator() -> AnyIterator<(key: Key, value: Value)> {
      AnyIterator(values.lazy.map { (Key(rawValue: $0.key), $0.value) }.makeIterator())
    }

    /// The properties as in a property list.
    public var propertyList: CFDictionary { values.mapValues(\.propertyListRepresentation) }
  }
}

/// All further properties of a format; `nil` if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  desc.extensions.values.isEmpty ? nil : desc.extensions.propertyList
}

/// A property of a format; `nil` if it is not stated.
public func CMFormatDescriptionGetExtension(
  _ desc: CMFormatDescription, extensionKey: CFString
) -> CFPropertyList? { desc.extensions.values[extensionKey]?.propertyListRepresentation }

// The names are Apple's, which are those of Core Video's attachments.

/// The key of primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// The key of a transfer function.
public let kCMFormatDescriptionExtension_TransferFunction: CFString =
  kCVImageBufferTransferFunctionKey
/// The key of a matrix.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// The key of the range.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The key of transparency.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// The key of the bits of a component.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// The key of the bits of a pixel.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// The key of the aspect ratio of pixels.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString =
  kCVImageBufferPixelAspectRatioKey
/// The key of the visible part.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// The key of the number of fields.
public let kCMFormatDescriptionExtension_FieldCount: CFString = "CVFieldCount"
/// The key of the order of fields.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = "CVFieldDetail"
/// The key of the display of the mastering.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey
/// The key of the light of the content.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString =
  kCVImageBufferContentLightLevelInfoKey
/// The key of the name of a codec.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// The primaries of BT.709.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString =
  kCVImageBufferColorPrimaries_ITU_R_709_2
/// The primaries of BT.2020.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString =
  kCVImageBufferColorPrimaries_ITU_R_2020
/// The primaries of Display P3.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString =
  kCVImageBufferColorPrimaries_P3_D65
/// The transfer function of BT.709.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString =
  kCVImageBufferTransferFunction_ITU_R_709_2
/// HLG.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString =
  kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// PQ.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// The matrix of BT.709.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// The matrix of BT.601.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// The matrix of BT.2020.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_2020
