import Foundation

/// The linear amplitude of a level in decibels.
func amplitude(ofDecibels decibels: Double) -> Double { pow(10, decibels / 20) }

/// The level in decibels of a linear amplitude.
func decibels(ofAmplitude amplitude: Double) -> Double { 20 * log10(amplitude) }

/// A level as text with one decimal.
func rounded(_ level: Double) -> String { String(format: "%.1f", level) }
