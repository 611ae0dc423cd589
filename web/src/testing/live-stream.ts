/** The live stream of a test: silent but for what the test says. */
export class LiveStream {
  static readonly CLOSED = 2
  private static readonly listeners = new Map<string, (event: { data: string }) => void>()

  /** As if the server had told it; whoever subscribed last hears it. */
  static say(topic: string, change: object = {}): void {
    LiveStream.listeners.get(topic)?.({ data: JSON.stringify(change) })
  }

  addEventListener(topic: string, listener: (event: { data: string }) => void): void {
    LiveStream.listeners.set(topic, listener)
  }

  close(): void {}
}
