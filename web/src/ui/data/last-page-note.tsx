import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../language/language'
import { en } from './texts/en'

type LastPageNoteProps = {
  /** Undefined while it loads. */
  list: { total: number; size: number } | undefined
  page: number
  goTo: (page: number) => void
}

/**
 * The URL may name a page that does not exist, or whose last row was just deleted: goes to the last page and says so.
 */
export function LastPageNote({ list, page, goTo }: LastPageNoteProps) {
  const t = useTexts(en)
  const last = list ? Math.max(1, Math.ceil(list.total / list.size)) : page
  const [corrected, setCorrected] = useState<{ from: number; to: number } | null>(null)
  const correct = useEffectEvent(() => {
    setCorrected({ from: page, to: last })
    goTo(last)
  })
  // Once per page: the URL changes a moment later.
  useEffect(() => {
    if (page > last) correct()
  }, [page, last])
  if (corrected?.to !== page) return null
  return (
    <p role="status" className="mb-2 text-muted">
      {t.noSuchPage(corrected.from)}
    </p>
  )
}
