import { isDeepStrictEqual } from 'node:util'
import type { Stage } from './stage'

export type Step = { name: string; run(stage: Stage): Promise<void> }

/** Runs the steps in order and prints each with its time. Steps build on each other, so a failure ends the run. */
export async function runSteps(stage: Stage, steps: readonly Step[]): Promise<boolean> {
  let passed = 0
  for (const { name, run } of steps) {
    const startedAt = Date.now()
    const faults = await run(stage).then(
      () => stage.faults(),
      (error) => [error instanceof Error ? error.message : String(error), ...stage.faults()],
    )
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`${faults.length > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(68)}${seconds.padStart(6)} s`)
    for (const fault of faults) console.log(`        ${fault}`)
    if (faults.length > 0) break
    passed += 1
  }
  console.log(`\n${passed} of ${steps.length} passed`)
  return passed === steps.length
}

export function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted))
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
}
