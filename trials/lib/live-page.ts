import { get } from 'node:http'

/** Receives live updates and reconnects, as EventSource does. */
export function openLivePage(port: () => number, cookie: string) {
  let received = 0
  let isClosed = false
  const listen = () => {
    if (isClosed) return
    const request = get(
      { host: '127.0.0.1', port: port(), path: '/api/live', headers: { cookie } },
      (response) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          received += text.split('\n').filter((line) => /^event: (?!heartbeat)/.test(line)).length
        })
        response.on('close', reconnect)
        response.on('error', () => {})
      },
    )
    request.on('error', reconnect)
  }
  const reconnect = () => setTimeout(listen, 500)
  listen()
  return {
    changeCount: () => received,
    close: () => {
      isClosed = true
    },
  }
}
