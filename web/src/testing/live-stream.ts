/** A fake EventSource: emits only what the test emits. */
export class LiveStream {
  static readonly CLOSED = 2
  private static readonly listeners = new Map<string, (event: { data: string }) => void>()
  /** Those that were opened since the test last emptied the list, in order. */
  static readonly opened: LiveStream[] = []
  isClosed = false

  constructor(readonly url: string) {
    LiveStream.opened.push(this)
  }

  /** As if the server had sent it; only the last listener is called. Nothing has changed, unless `change` says so. */
  static emit(topic: string, change: object = {}): void {
    const usual = topic === 'hello' ? { user_id: null, pages: 1, changed_ms: null, seats: [] } : {}
    LiveStream.listeners.get(topic)?.({ data: JSON.stringify({ ...usual, ...change }) })
  }

  addEventListener(topic: string, listener: (event: { data: string }) => void): void {
    LiveStream.listeners.set(topic, listener)
  }

  close(): void {
    this.isClosed = true
  }
}
