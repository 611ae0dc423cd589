import { join } from 'node:path'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/processes.mjs'

const remembered = (part) => [
  // More checkers each compute the API's type, the largest of all: 48 instead of 16 s of CPU for the web app.
  '--checkers',
  '1',
  '--incremental',
  '--tsBuildInfoFile',
  join(root, '.cache', 'types', `${part}.tsbuildinfo`),
]

const PARTS = ['domain', 'server', 'web', 'e2e', 'scripts', 'bench', 'trials', 'testkit']

await main(async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const codes = await Promise.all(
    PARTS.map((part) =>
      run(process.execPath, [tsc, '--noEmit', '-p', join(root, part), ...remembered(part)]),
    ),
  )
  return codes.every((code) => code === 0) ? 0 : 1
})
