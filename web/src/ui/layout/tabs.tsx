import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '../cx'

export type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

export type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  /** Put the value into a search parameter to make tabs linkable. */
  onValueChange: (value: Value) => void
  /** `boxed` for two or three equal choices, `line` for sections of a page. */
  variant?: 'boxed' | 'line'
  /** For the width of the row of tabs. */
  listClassName?: string
}

const tabStyles = {
  boxed:
    'min-h-tap rounded-sm px-3 font-semibold text-muted dense:min-h-control-dense aria-selected:bg-surface aria-selected:text-text aria-selected:shadow-card',
  line: '-mb-px min-h-tap border-b-3 border-transparent px-3.5 font-semibold whitespace-nowrap text-muted hover:text-text dense:min-h-10 aria-selected:border-accent aria-selected:text-text',
}

/** Arrow keys, Home and End move the focus; Enter and Space open the focused tab. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const variant = props.variant ?? 'line'
  const id = useId()
  const [focused, setFocused] = useState<Value | null>(null)
  const stop = focused ?? props.value
  const shown = props.tabs.find((tab) => tab.value === props.value)
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // The browser's shortcut: Alt with an arrow goes back or forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    const index = buttons.indexOf(event.target as HTMLElement)
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    buttons.at(to % buttons.length)?.focus()
  }
  return (
    <div>
      <div
        role="tablist"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        onBlur={() => setFocused(null)}
        className={cx(`kit-tabs-${variant}`, props.listClassName)}
      >
        {props.tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === props.value}
            aria-controls={tab.value === props.value ? `${id}-panel` : undefined}
            tabIndex={tab.value === stop ? 0 : -1}
            onFocus={() => setFocused(tab.value)}
            onClick={() => props.onValueChange(tab.value)}
            className={tabStyles[variant]}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        // Remounted for each tab: fields of one tab are not those of another.
        key={props.value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${props.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be focusable too
        tabIndex={0}
        className="kit-tab-panel"
      >
        {shown?.content}
      </div>
    </div>
  )
}
