import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Connections break and new ones are refused, as when a cable is pulled. */
  shut(): void
  open(): void
  /** Nothing passes any more and nothing is closed, as when a firewall forgets its connections. New ones freeze too. */
  freeze(): void
  /** New connections pass again; those that froze stay frozen. */
  thaw(): void
  close(): void
}

/** Stands before another port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isShut = false
  let isFrozen = false
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    if (isShut) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
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
