export type Profile = {
  rounds: number
  sampleMs: number
  /** Before a scenario's first sample, so that the JIT has optimized the code; both servers do as many operations at least. */
  warmUpMs: number
  warmUpOperations: number
  sizes: readonly number[]
  starts: number
  listeners: number
}

export const FULL: Profile = {
  rounds: 5,
  sampleMs: 1_200,
  warmUpMs: 4_000,
  warmUpOperations: 1_000,
  sizes: [1, 10, 50],
  starts: 7,
  listeners: 1_000,
}
/** The same with less data; its figures are too rough to keep. */
export const QUICK: Profile = {
  rounds: 2,
  sampleMs: 300,
  warmUpMs: 300,
  warmUpOperations: 5,
  sizes: [1, 2],
  starts: 3,
  listeners: 200,
}
