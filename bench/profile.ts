export type Profile = {
  rounds: number
  cellMs: number
  /** Before the first cell of a work: code that has run a few hundred times is several times as quick as new code. */
  warmMs: number
  sizes: readonly number[]
  starts: number
  listeners: number
}

export const FULL: Profile = {
  rounds: 5,
  cellMs: 1_200,
  warmMs: 4_000,
  sizes: [1, 10, 50],
  starts: 7,
  listeners: 1_000,
}
/** For trying: the same path over less data, its figures too rough to be kept. */
export const QUICK: Profile = {
  rounds: 2,
  cellMs: 300,
  warmMs: 300,
  sizes: [1, 2],
  starts: 3,
  listeners: 200,
}
