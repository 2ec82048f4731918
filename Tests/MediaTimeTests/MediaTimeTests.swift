import Testing
import MediaTime
