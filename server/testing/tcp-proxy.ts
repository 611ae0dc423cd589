import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks connections and rejects new ones, as if a cable was pulled. */
  shut(): void
  open(): void
  /** Passes and closes nothing, like a firewall that drops connections silently. New ones freeze too. */
  freeze(): void
  /** New connections work again; frozen ones stay frozen. */
  thaw(): void
  close(): void
}

/** Forwards to another port, of this machine unless a host is given. */
export async function startTcpProxy(target: number, host = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isShut = false
  let isFrozen = false
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (isShut) return void client.destroy()
    const upstream = connect(target, host)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (!isFrozen) one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    open: () => {
      isShut = false
    },
    shut: () => {
      isShut = true
      destroyAll()
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.unpipe()
    },
    thaw: () => {
      isFrozen = false
    },
    close: () => {
      destroyAll()
      server.close()
    },
  }
}
