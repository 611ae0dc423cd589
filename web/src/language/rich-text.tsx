import { Fragment, type ReactNode } from 'react'

/** A text with elements in it: `{link}` is replaced by `parts.link`, wherever the language puts it. */
export function richText(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of a text never change places
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>)
  // biome-ignore-end lint/suspicious/noArrayIndexKey: the pieces of a text never change places
}
