import { currentPart } from './parts.mjs'

/**
 * Before each test file: a failed test ends a mutant's run, and the apps of the files that were loaded by then keep their
 * connections in a thread that goes on. Without connections left, every later mutant would count as killed.
 */
if (currentPart().folder === 'server') {
  const { stopRunningApps } = await import('../../server/testing/test-app.ts')
  await stopRunningApps()
}
