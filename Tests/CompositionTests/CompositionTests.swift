import Testing
import Composition
