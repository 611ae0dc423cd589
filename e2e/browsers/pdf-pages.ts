import { inflateSync } from 'node:zlib'

/** The number of pages of a PDF. Firefox writes the page objects into compressed streams. */
export function pageCountOf(pdf: Uint8Array): number {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  const packed = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const start = index + length
    try {
      return inflateSync(bytes.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    } catch {
      // An image or font with another compression; or "endstream", which also matches.
      return ''
    }
  })
  return [...[text, ...packed].join('\n').matchAll(/\/Type\s*\/Page\b/g)].length
}
