import CutawayElementKit
import Dispatch
import Testing

/// Memory that is kept from frame to frame.
@Suite struct ScratchPoolTests {
  @Test func `the first use creates memory, and the next one gets it`() {
    let pool = ScratchPool<Int>()
    var found: [Int?] = []
    for number in 1...3 {
      pool.withScratch { memory in
        found.append(memory)
        memory = number
      }
    }
    #expect(found == [nil, 1, 2])
  }

  @Test func `a thread never gets memory that another one uses`() {
    let pool = ScratchPool<Int>(), isDone = DispatchSemaphore(value: 0)
    pool.withScratch { memory in
      memory = 1
      DispatchQueue.global().async {
        pool.withScratch { other in
          #expect(other == nil)
          other = 2
        }
        isDone.signal()
      }
      isDone.wait()
      #expect(memory == 1)
    }
  }

  @Test func `more threads than processors get memory, too`() {
    let pool = ScratchPool<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      pool.withScratch { memory in
        memory = Array(repeating: number, count: 100)
        #expect(memory?.allSatisfy { $0 == number } == true)
      }
    }
  }
}
