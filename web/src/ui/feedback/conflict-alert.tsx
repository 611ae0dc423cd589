import { Users } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { cx } from '../cx'
import { Button } from '../inputs/button'
import { Callout } from './callout'
import { en } from './texts/conflict.en'

type Conflict = {
  /** How often Save was clicked: each time the alert is scrolled into view. */
  attempts: number
  onOverwrite: () => void
  onDiscard: () => void
}

type ConflictAlertProps = {
  conflict: Conflict | null
  /** The stored values, to compare with the edited ones. */
  children: ReactNode
  className?: string
}

/** Somebody else saved first. The edits stay in the form, and nothing is overwritten silently. */
export function ConflictAlert({ conflict, children, className }: ConflictAlertProps) {
  const container = useRef<HTMLDivElement>(null)
  /** The clicked button is removed: without this the focus would go to the page. */
  const keepFocus = (resolve: () => void) => () => {
    container.current?.focus({ preventScroll: true })
    resolve()
  }
  return (
    <div ref={container} tabIndex={-1} className={cx('kit-conflict', className)}>
      {conflict && (
        <Alert
          attempts={conflict.attempts}
          onOverwrite={keepFocus(conflict.onOverwrite)}
          onDiscard={keepFocus(conflict.onDiscard)}
        >
          {children}
        </Alert>
      )}
    </div>
  )
}

function Alert({ attempts, onOverwrite, onDiscard, children }: Conflict & { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  const headingId = useId()
  const t = useTexts(en)
  // Focusing it makes screen readers read it: as an alert it would be announced twice.
  const [role] = useState(attempts > 0 ? 'group' : 'alert')
  useEffect(() => {
    if (attempts === 0) return
    alert.current?.scrollIntoView({ block: 'center' })
    alert.current?.focus({ preventScroll: true })
  }, [attempts])
  return (
    <div ref={alert} {...{ role, 'aria-labelledby': headingId }} tabIndex={-1}>
      <Callout tone="warning" icon={<Users />}>
        <p id={headingId} className="font-semibold">
          {t.title}
        </p>
        {children}
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button variant="quiet" onClick={onOverwrite}>
            {t.overwrite}
          </Button>
          <Button variant="plain" onClick={onDiscard}>
            {t.discard}
          </Button>
        </div>
      </Callout>
    </div>
  )
}

type ServerValuesProps = { rows: readonly (readonly [label: string, saved: ReactNode, mine: ReactNode])[] }

/** The stored and the edited value of each field. */
export function ServerValues({ rows }: ServerValuesProps) {
  const t = useTexts(en)
  return (
    <dl className="mt-1.5 grid gap-1.5">
      {rows.map(([label, saved, mine]) => (
        <div key={label} className="wrap-anywhere whitespace-pre-line">
          <dt className="font-semibold">{label}</dt>
          <dd>{richText(t.savedNow, { value: <bdi>{saved || t.nothing}</bdi> })}</dd>
          <dd>{richText(t.yours, { value: <bdi>{mine || t.nothing}</bdi> })}</dd>
        </div>
      ))}
    </dl>
  )
}
