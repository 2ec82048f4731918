import CutawayElementBridge
package import CutawayMedia

extension MediaReader: SourceReader {}
extension MediaSample: SourceSample {}
