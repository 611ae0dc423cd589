import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { markPageLoading } from '../hooks/root-attribute-ref'
import { en } from '../texts/en'

/** A placeholder; give it the size of the content, to avoid layout shifts. */
export function Skeleton({ className }: { className?: string }) {
  return <span ref={markPageLoading} aria-hidden="true" className={cx('kit-skeleton', className)} />
}

/** Cards with a mini month at the left, as on the dashboard and in the history. */
export function SkeletonCards({ count = 3, label }: { count?: number; label?: string }) {
  const t = useTexts(en)
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label ?? t.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
          key={index}
          className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 shadow-card dense:rounded-panel dense:shadow-none"
        >
          <Skeleton className="h-16.5 w-20.5 flex-none" />
          <div className="flex-1">
            <Skeleton className="h-4.5 w-[70%]" />
            <Skeleton className="mt-2 h-3.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** The first entry of a short list in a card. */
export function SkeletonEntry() {
  const t = useTexts(en)
  return (
    <div role="status" className="mt-2 py-2.5">
      <span className="sr-only">{t.loading}</span>
      <Skeleton className="h-11.25 w-full" />
    </div>
  )
}

/** Rows for a `<tbody>` while a table loads. */
export function SkeletonRows({ columns, rows = 5 }: { columns: number; rows?: number }) {
  const widths = ['w-4/5', 'w-2/3', 'w-3/4', 'w-1/2']
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
    <tr key={row} className="border-t border-line">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
        <td key={column} className="h-10 px-3">
          <Skeleton className={cx('h-3', widths[(row + column) % widths.length])} />
        </td>
      ))}
    </tr>
  ))
}
