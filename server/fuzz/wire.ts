import { Agent, request } from 'node:http'
import type { FuzzRequest } from './requests'

export type WireResponse = { status: number; contentType: string; text: string } | { broken: string }

/** Sends requests over real keep-alive connections, as a browser or a proxy does. */
export function openWire(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send = ({ method, path, headers, body }: FuzzRequest, cookie?: string): Promise<WireResponse> =>
    new Promise((resolve) => {
      // Node sends the body of a DELETE without a length unless told: its bytes would be read as the next request.
      const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
      const sent = { ...headers, ...length, ...(cookie && { cookie }) }
      const outgoing = request({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: sent,
        timeout: 60_000,
      })
      outgoing.on('error', (error) => resolve({ broken: String(error) }))
      outgoing.on('timeout', () => outgoing.destroy(new Error('no response within a minute')))
      outgoing.on('response', (response) => {
        const { statusCode: status = 0 } = response
        const contentType = response.headers['content-type'] ?? ''
        if (contentType.startsWith('text/event-stream')) {
          response.on('error', () => undefined)
          outgoing.destroy()
          return resolve({ status, contentType, text: '' })
        }
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve({ status, contentType, text }))
        response.on('error', (error) => resolve({ broken: String(error) }))
      })
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}
