import { Search } from 'lucide-react'
import { type KeyboardEvent as KeyPress, useEffect, useRef } from 'react'
import { cx } from '../cx'
import { areShortcutsOn } from '../hooks/shortcuts'

/**
 * A search box; what is typed goes out at once, so delay the request with `useDeferredValue` or a timer. The key "/"
 * leads to it from anywhere on the page, unless the person has switched that off; Escape empties it.
 */
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
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      if (!areShortcutsOn()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  function onKeyDown(event: KeyPress) {
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    event.stopPropagation()
    onValueChange('')
  }
  return (
    <div className={cx('kit-search', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts={areShortcutsOn() ? '/' : undefined}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="kit-input kit-input-search"
      />
    </div>
  )
}

/** Whoever types, or has a dialog open, means the sign itself. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest(
    'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="alertdialog"]',
  ) !== null
