import { splitIsolated } from '@aftercare/domain/lib/isolate'

/** Mail programs that show the invisible marks as boxes know the element. */
export function Isolated({ text }: { text: string }) {
  return splitIsolated(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in order
    index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part,
  )
}
