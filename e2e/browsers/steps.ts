import { isDeepStrictEqual } from 'node:util'
import type { TestContext } from './context'

export type Step = { name: string; run(context: TestContext): Promise<void> }

/** Runs the steps in order and prints each with its time. Steps build on each other, so a failure ends the run. */
export async function runSteps(context: TestContext, steps: readonly Step[]): Promise<boolean> {
  let passed = 0
  for (const { name, run } of steps) {
    const startedAt = Date.now()
    const errors = await run(context).then(
      () => context.takeErrors(),
      (cause) => [cause instanceof Error ? cause.message : String(cause), ...context.takeErrors()],
    )
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`${errors.length > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(68)}${seconds.padStart(6)} s`)
    for (const error of errors) console.log(`        ${error}`)
    if (errors.length > 0) {
      await context.saveScreens('failed')
      break
    }
    passed += 1
  }
  console.log(`\n${passed} of ${steps.length} passed`)
  return passed === steps.length
}

export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}
