import { get } from 'node:http'

/** A browser's page: listens for changes and comes back when it is cut off, as EventSource does. */
export function openLivePage(port: () => number, cookie: string) {
  let heard = 0
  let isClosed = false
  const listen = () => {
    if (isClosed) return
    const sent = get(
      { host: '127.0.0.1', port: port(), path: '/api/live', headers: { cookie } },
      (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => {
          heard += text.split('\n').filter((line) => line.startsWith('data:')).length
        })
        answer.on('close', again)
        answer.on('error', () => {})
      },
    )
    sent.on('error', again)
  }
  const again = () => setTimeout(listen, 500)
  listen()
  return {
    heard: () => heard,
    close: () => {
      isClosed = true
    },
  }
}
