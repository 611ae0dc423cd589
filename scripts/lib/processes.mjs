import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isFresh } from './build-cache.mjs'
import { root } from './paths.mjs'

/** An error with a message for the operator; printed without a stack. */
export class CliError extends Error {}

/** Runs a script's body; prints a stack only for unexpected errors. */
export async function main(body) {
  try {
    const code = await body()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    console.error(error instanceof CliError ? error.message : error)
    process.exitCode = 1
  }
}

/** Runs a program in this terminal and returns its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (error) => reject(new CliError(`${command} could not be run: ${error.message}.`)))
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)))
  })
}

/** Runs a program silently and returns its exit code and output. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Builds what is stale in a child process, to keep the bundler's memory out of the server. */
export async function ensureBuilt() {
  if (isFresh('web') && isFresh('server')) return
  console.log('Building ...')
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs')])
  if (code !== 0) throw new CliError('The build failed; see above.')
}
