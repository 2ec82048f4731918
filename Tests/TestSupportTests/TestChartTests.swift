import TestSupport
import Testing

@Suite struct TestChartTests {
  @Test func `a frame is a function of clip, size and number`() {
    let frames = [1, 1, 2].map { TestChart(clip: 5, width: 320, height: 180).frame($0).digest }
    #expect(frames[0] == frames[1])
    #expect(frames[0] != frames[2])
  }

  @Test func `the first frame has its recorded digest`() {
    // To be changed with the chart, and with TestMediaCache.version.
    let frame = TestChart(clip: 1, width: 320, height: 180).frame(0)
    #expect(frame.digest.description == "d7f5a49a4aca5328")
  }

  @Test func `the patch shows the colour of the clip`() throws {
    let chart = TestChart(clip: 5, width: 320, height: 180)
    let mean = try #require(chart.frame(30).meanColor(in: chart.patch))
    let color = TestChart.color(ofClip: 5)
    #expect(mean == (Double(color.y), Double(color.cb), Double(color.cr)))
  }

  @Test(arguments: [(33, 35), (161, 91), (322, 182)])
  func `sizes need not be even`(width: Int, height: Int) {
    let frame = TestChart(clip: 1, width: width, height: height).frame(3)
    #expect(frame.code() == FrameCode(clip: 1, frame: 3))
  }
}
