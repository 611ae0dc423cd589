import { plain } from './search'

/** Invisible: pasted with a name from a phone's contacts, or added around one by `isolate`. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** A name regardless of case, spaces and accents; "Silva, Ana" and "Ana Silva" are the same. */
export function nameKey(name: string): string {
  const parts = plain(name.replace(INVISIBLE, ''))
    .split(',')
    .map((part) => part.trim().split(/\s+/).join(' '))
    .filter((part) => part !== '')
  return parts.length === 2 ? `${parts[1]} ${parts[0]}` : parts.join(' ')
}
