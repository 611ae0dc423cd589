import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx'

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
  panelClassName?: string
}

const tabLooks = {
  boxed:
    'min-h-tap rounded-[0.5625rem] px-3 font-strong text-muted staff:min-h-control-staff data-active:bg-surface data-active:text-text data-active:shadow-card',
  line: '-mb-px min-h-tap border-b-3 border-transparent px-3.5 font-semibold whitespace-nowrap text-muted hover:text-text staff:min-h-10 data-active:border-accent data-active:text-text',
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const look = props.look ?? 'line'
  return (
    <Base.Root value={props.value} onValueChange={(next: Value) => props.onValueChange(next)}>
      <Base.List aria-label={props.label} className={cx(`kit-tabs-${look}`, props.listClassName)}>
        {props.tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabLooks[look]}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {props.tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={cx('kit-tab-panel', props.panelClassName)}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
