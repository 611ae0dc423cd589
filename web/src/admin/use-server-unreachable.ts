import { useEffect, useState } from 'react'
import { subscribeConnection } from '../lib/live'

/** A stream that reconnects within this time, as after a server restart, is not reported. */
const GRACE_PERIOD_MS = 4_000
const TIMEOUT_MS = 5_000

/** A gateway error (502 to 504) means that only the proxy responded. */
const isServerUp = async (): Promise<boolean> => {
  try {
    const { status } = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return status < 502 || status > 504
  } catch {
    return false
  }
}

/**
 * Whether the server is unreachable although the browser reports being online: the event stream broke and did not
 * reconnect, and the health check fails too. Polls until the server responds.
 */
export function useServerUnreachable(): boolean {
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let generation = 0
    const reset = () => {
      generation += 1
      clearTimeout(timer)
      timer = undefined
      setUnreachable(false)
    }
    const poll = async () => {
      const current = generation
      const isUp = await isServerUp()
      if (current !== generation) return
      if (isUp) return reset()
      setUnreachable(true)
      timer = setTimeout(poll, GRACE_PERIOD_MS)
    }
    const stop = subscribeConnection((isConnected) => {
      if (isConnected) reset()
      else timer ??= setTimeout(poll, GRACE_PERIOD_MS)
    })
    return () => {
      stop()
      generation += 1
      clearTimeout(timer)
    }
  }, [])
  return isUnreachable
}
