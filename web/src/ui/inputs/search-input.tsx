import { Search } from 'lucide-react'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react'
import { cx } from '../cx'
import { areShortcutsOn } from '../hooks/shortcuts'

/**
 * Calls `onValueChange` at once, so debounce the request. The key "/" focuses it from anywhere on the page, unless
 * shortcuts are disabled; Escape clears it.
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
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      if (!areShortcutsOn()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  function onKeyDown(event: ReactKeyboardEvent) {
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    event.stopPropagation()
    onValueChange('')
  }
  return (
    <div className={cx('kit-search', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted" />
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

/** In a field or a dialog, "/" is a character. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest(
    'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="alertdialog"]',
  ) !== null
