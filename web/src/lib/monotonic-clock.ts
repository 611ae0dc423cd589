/** For measuring durations. Not performance.now itself: React's scheduler reads that too, and a test that sets it stops the page. */
export const monotonicClock = { now: () => performance.now() }
