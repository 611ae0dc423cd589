import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy between browser and server that can be cut: WebDriver's offline mode covers pages, but not service
 * workers.
 */
export class Line {
  private readonly open = new Set<Socket>()
  private target = 0
  private port = 0
  private entrance = this.createEntrance()

  /** The URL that the browser uses. */
  async leadTo(port: number): Promise<string> {
    this.target = port
    await this.restore()
    return `http://localhost:${this.port}`
  }

  async cut(): Promise<void> {
    const closed = once(this.entrance, 'close')
    this.entrance.close()
    for (const socket of this.open) socket.destroy()
    await closed
  }

  async restore(): Promise<void> {
    this.entrance = this.createEntrance()
    this.entrance.listen(this.port)
    await once(this.entrance, 'listening')
    this.port = (this.entrance.address() as AddressInfo).port
  }

  private createEntrance() {
    return createServer((near) => {
      const far = connect(this.target, 'localhost')
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.open.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => this.open.delete(from))
        from.pipe(to)
      }
    })
  }
}
