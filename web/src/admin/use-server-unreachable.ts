import { useEffect, useState } from 'react'
import { subscribeConnection } from '../lib/live'

/** A stream that breaks and comes back within this time, as over a restart of the server, is not worth a word. */
const DOUBT_MS = 4_000
const ASK_MS = 5_000

/** A proxy that answers for a server that does not is no answer. */
const isReached = async (): Promise<boolean> => {
  try {
    const { status } = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ASK_MS) })
    return status < 502 || status > 504
  } catch {
    return false
  }
}

/**
 * Whether the server is out of reach although the browser calls itself online: the stream of changes broke and did not
 * come back, and a question is not answered either. It is asked on until there is an answer.
 */
export function useServerUnreachable(): boolean {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let round = 0
    const trust = () => {
      round += 1
      clearTimeout(timer)
      timer = undefined
      setLost(false)
    }
    const ask = async () => {
      const own = round
      const reached = await isReached()
      if (own !== round) return
      if (reached) return trust()
      setLost(true)
      timer = setTimeout(ask, DOUBT_MS)
    }
    const stop = subscribeConnection((isConnected) => {
      if (isConnected) trust()
      else timer ??= setTimeout(ask, DOUBT_MS)
    })
    return () => {
      stop()
      round += 1
      clearTimeout(timer)
    }
  }, [])
  return isLost
}
