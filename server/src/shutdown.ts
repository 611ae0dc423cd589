/** A supervisor, Ctrl-C, and a closed terminal. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Graceful shutdown. Calls `stop` once: npm forwards signals that the terminal has already sent. */
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
