import { get } from 'node:http'

type Options = {
  /** Sent as X-Forwarded-For. */
  ipAddress?: string
  onData?: (text: string) => void
  reconnectAfterMs?: () => number
}

/** Receives live updates and reconnects. */
export function openLivePage(
  port: () => number,
  cookie: string,
  { ipAddress, onData, reconnectAfterMs = () => 500 }: Options = {},
) {
  let received = 0
  let isClosed = false
  let hasOpened = () => {}
  let isOpened = false
  const opened = new Promise<void>((resolve) => {
    hasOpened = () => {
      isOpened = true
      resolve()
    }
  })
  const listen = () => {
    if (isClosed) return
    const headers = { cookie, ...(ipAddress && { 'x-forwarded-for': ipAddress }) }
    const request = get({ host: '127.0.0.1', port: port(), path: '/api/live', headers }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (response.statusCode !== 200) return
        if (!isOpened) hasOpened()
        received += text.match(/^event: (?!heartbeat)/gm)?.length ?? 0
        onData?.(text)
      })
      const retryAfter = response.headers['retry-after']
      response.on('close', () =>
        setTimeout(listen, retryAfter ? Number(retryAfter) * 1_000 : reconnectAfterMs()),
      )
      response.on('error', () => {})
    })
    request.on('error', () => setTimeout(listen, reconnectAfterMs()))
  }
  listen()
  return {
    /** Resolves with the first event, which is a greeting. */
    opened,
    isOpened: () => isOpened,
    changeCount: () => received,
    close: () => {
      isClosed = true
    },
  }
}
