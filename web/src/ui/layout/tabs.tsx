import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '../cx'

export type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

export type TabsProps<Value extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  /** Put the value into the address (search parameter) to let links lead to a tab. */
  onValueChange: (value: Value) => void
  /** `boxed` for two or three equal choices, `line` for sections of a page. */
  look?: 'boxed' | 'line'
  /** For the width of the row of tabs. */
  listClassName?: string
}

const tabLooks = {
  boxed:
    'min-h-tap rounded-[0.5625rem] px-3 font-strong text-muted dense:min-h-control-dense aria-selected:bg-surface aria-selected:text-text aria-selected:shadow-card',
  line: '-mb-px min-h-tap border-b-3 border-transparent px-3.5 font-semibold whitespace-nowrap text-muted hover:text-text dense:min-h-10 aria-selected:border-accent aria-selected:text-text',
}

/** The arrow keys, Home and End carry the focus from tab to tab; Enter and Space open the focused one. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const look = props.look ?? 'line'
  const id = useId()
  const [focused, setFocused] = useState<Value | null>(null)
  const stop = focused ?? props.value
  const shown = props.tabs.find((tab) => tab.value === props.value)
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // The browser's own: Alt with an arrow goes back or forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    const here = buttons.indexOf(event.target as HTMLElement)
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: -1 }[event.key]
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
        className={cx(`kit-tabs-${look}`, props.listClassName)}
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
            className={tabLooks[look]}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        // A tab's contents start anew with it, as fields of one tab are not those of another.
        key={props.value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${props.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls of its own is still to be reached
        tabIndex={0}
        className="kit-tab-panel"
      >
        {shown?.content}
      </div>
    </div>
  )
}
