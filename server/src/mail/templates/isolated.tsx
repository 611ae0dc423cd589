import { splitIsolated } from '@aftercare/domain/lib/isolate'

/** Some mail apps show the invisible characters as boxes, but all support the element. */
export function Isolated({ text }: { text: string }) {
  return splitIsolated(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in order
    index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part,
  )
}
