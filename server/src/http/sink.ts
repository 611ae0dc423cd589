/** Where a stream's bytes go. */
export type Sink = { write(bytes: Buffer): void; end(): void }

/** Starts when the head of the answer is out; answers what to do when the reader has gone. */
export type StreamStart = (sink: Sink) => () => void
