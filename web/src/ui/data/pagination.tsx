import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../../language/language'
import { IconButton } from '../inputs/icon-button'
import { en } from './texts/en'

export type PaginationProps = {
  /** The first page is 1. */
  page: number
  pageSize: number
  total: number
  /** `total` is a lower bound: "5,000+". */
  isCapped?: boolean
  onPageChange: (page: number) => void
  /** What is counted, in the plural: "submissions". */
  noun: string
}

export function Pagination({ page, pageSize, total, isCapped = false, onPageChange, noun }: PaginationProps) {
  const t = useTexts(en)
  const shown = (count: number) => `${count.toLocaleString('en-US')}${isCapped ? '+' : ''}`
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav
      aria-label={t.label}
      className="flex items-center justify-between gap-3 border-t border-line px-3 py-1.5 text-note text-muted tabular-nums"
    >
      <span role="status">{t.range(first, last, shown(total), noun)}</span>
      <span className="flex items-center gap-1">
        <IconButton
          label={t.previous}
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <span className="whitespace-nowrap">{t.page(page, shown(pages))}</span>
        <IconButton
          label={t.next}
          icon={<ChevronRight />}
          disabled={!isCapped && page >= pages}
          onClick={() => onPageChange(page + 1)}
        />
      </span>
    </nav>
  )
}
