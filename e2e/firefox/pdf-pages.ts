import { inflateSync } from 'node:zlib'

/** How many pages a PDF has. Firefox packs the list of them into compressed streams. */
export function pageCountOf(pdf: Uint8Array): number {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  const packed = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const start = index + length
    try {
      return inflateSync(bytes.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    } catch {
      // A picture or a font in another packing; or "endstream", which ends as a stream begins.
      return ''
    }
  })
  return [...[text, ...packed].join('\n').matchAll(/\/Type\s*\/Page\b/g)].length
}
