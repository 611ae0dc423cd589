import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Finding } from './report'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a server test for longer: it takes its length from the environment and prints its figures. */
export async function longForm(file: string, settings: Record<string, string>): Promise<Finding> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', file]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...settings, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGTERM'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const [code] = await once(child, 'close')
  const figures = text
    .split('\n')
    .filter((line) => line.startsWith('figures: '))
    .map((line) => line.slice('figures: '.length))
    .join('; ')
  const faults = code === 0 ? [] : [text.slice(-4_000)]
  if (figures === '') faults.push('no figures were printed')
  return { figures, faults }
}
