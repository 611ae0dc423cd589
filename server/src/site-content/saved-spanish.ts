import { isDeepStrictEqual as isSame } from 'node:util'
import { isRecord } from '@aftercare/domain/lib/json-guards'
import { readTemplates } from '@aftercare/domain/mail/mail-templates'
import {
  FAMILY_TEMPLATE_TYPES,
  readSpanishTemplates,
  type SpanishTemplates,
} from '@aftercare/domain/mail/spanish-templates'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { readSpanishAbout } from '@aftercare/domain/site-content/spanish-about'
import { readSpanishItems } from '@aftercare/domain/site-content/spanish-items'
import type { SiteContentRow } from '../db/tables'

type Texts = Pick<SiteContentRow, 'section_name' | 'title' | 'content'>
type Stored = Texts & Pick<SiteContentRow, 'spanish'>

/**
 * The Spanish to store with a section; undefined in the request leaves it as it is. A changed English text marks a
 * Spanish one that was not changed as outdated, until that is changed or confirmed.
 */
export function savedSpanish(section: Texts, typed: unknown, stored: Stored | null): unknown {
  if (section.section_name !== 'email_templates') {
    const read = section.section_name === 'about_aftercare' ? readSpanishAbout : readSpanishItems
    const before = stored && { english: englishOf(stored), spanish: read(stored.spanish) }
    return nextSpanish<unknown>(before, englishOf(section), typed === undefined ? undefined : read(typed))
  }
  const before = readSpanishTemplates(stored?.spanish)
  const next = readSpanishTemplates(typed)
  const isTyped = (type: string) => isRecord(typed) && typed[type] !== undefined
  const [was, is] = [readTemplates(stored?.content), readTemplates(section.content)]
  const saved: SpanishTemplates = {}
  for (const type of FAMILY_TEMPLATE_TYPES) {
    const known = stored && { english: was[type], spanish: before[type] ?? null }
    const spanish = nextSpanish(known, is[type], isTyped(type) ? (next[type] ?? null) : undefined)
    if (spanish) saved[type] = spanish
  }
  return saved
}

const englishOf = ({ section_name, title, content }: Texts): unknown => {
  if (section_name === 'about_aftercare') return { title, ...(isRecord(content) && content) }
  return isRecord(content) ? content.items : content
}

function nextSpanish<T>(
  stored: { english: T; spanish: Spanish<T> | null } | null,
  english: T,
  typed: Spanish<T> | null | undefined,
): Spanish<T> | null {
  const before = stored?.spanish ?? null
  const next = typed === undefined ? before : typed
  if (!next) return null
  const isConfirmed = before?.outdated && !next.outdated
  if (!before || isConfirmed || !isSame(before.text, next.text)) return { text: next.text, outdated: false }
  return { text: next.text, outdated: before.outdated || !isSame(stored?.english, english) }
}
