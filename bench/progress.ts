const startedAt = performance.now()

/** What is under way, after so many seconds: a full run takes minutes. */
export const say = (what: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${what}`)
