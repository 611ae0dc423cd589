/** A supervisor's word, Ctrl-C, and a terminal that was closed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Calls `stop` once, however often this process is told to end: npm passes on what the terminal has sent already. */
export function onShutdownSignal(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void stop()
    })
  }
}
