import { Search } from 'lucide-react'
import { cx } from './cx'

/** A search box; what is typed goes out at once, so delay the request with `useDeferredValue` or a timer. */
export function SearchInput({
  label,
  value,
  onValueChange,
  placeholder,
  className,
}: {
  label: string
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  className?: string
}) {
  return (
    <div className={cx('kit-search', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="kit-input kit-input-search"
      />
    </div>
  )
}
