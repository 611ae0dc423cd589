import { ThreadsPoolWorker } from 'vitest/node'

/** Threads that have loaded the server and wait for the next mutant. */
const idle = new Set()

/** Loading the server takes several times as long as most mutants' tests, so a thread runs one mutant after another. */
class WarmThread extends ThreadsPoolWorker {
  name = 'warm-threads'
  isReused = false
  isStopped = false

  async start() {
    const [thread] = idle
    if (thread) {
      idle.delete(thread)
      this.isReused = true
      this._thread = thread
    }
    await super.start()
  }

  /** A reused thread is started already, with the configuration of an earlier run; and it is never told to stop. */
  send(message) {
    const type = message.__vitest_worker_request__ && message.type
    if (type === 'stop') this.isStopped = true
    if (type === 'stop') return this.respond('stopped')
    if (!this.isReused) return super.send(message)
    if (type === 'start') {
      this.config = message.context.config
      return this.respond('started')
    }
    super.send(
      type === 'run' ? { ...message, context: { ...message.context, config: this.config } } : message,
    )
  }

  respond(type) {
    this._thread.emit('message', { __vitest_worker_response__: true, type })
  }

  /** Without a request to stop before, the thread has failed. */
  async stop() {
    if (!this.isStopped) return super.stop()
    const thread = this._thread
    thread.stdout.unpipe(this.stdout)
    thread.stderr.unpipe(this.stderr)
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    thread.once('exit', () => idle.delete(thread))
    idle.add(thread)
  }
}

/** Mutants in a module's top level need newly loaded modules, and the first run counts what loading covers. */
export const warmThreads = {
  name: 'warm-threads',
  createPoolWorker(options) {
    const { mode, mutantActivation } = options.project.getProvidedContext()
    const canReuse = mode === 'mutant' && mutantActivation === 'runtime'
    return canReuse ? new WarmThread(options) : new ThreadsPoolWorker(options)
  },
}
