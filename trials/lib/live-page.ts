import { get } from 'node:http'

type Options = {
  /** Sent as X-Forwarded-For. */
  ipAddress?: string
  onData?: (text: string) => void
}

/** Receives live updates and reconnects. */
export function openLivePage(port: () => number, cookie: string, { ipAddress, onData }: Options = {}) {
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
      response.on('close', () => reconnect(Number(response.headers['retry-after'] ?? 0.5)))
      response.on('error', () => {})
    })
    request.on('error', () => reconnect(0.5))
  }
  const reconnect = (afterSeconds: number) => setTimeout(listen, afterSeconds * 1_000)
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
