const startedAt = performance.now()

/** Progress with elapsed seconds: a full run takes minutes. */
export const log = (what: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${what}`)
