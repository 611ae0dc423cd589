import { Users } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../inputs/button'
import { Note } from './callout'

type StaleNoteProps = {
  words?: string
  /** What is stored now, to compare with what was typed. */
  children?: ReactNode
  onReplace: () => void
  onDiscard: () => void
  /** How often Save was pressed: each time the note comes into view, also where it is scrolled away. */
  saves?: number
}

/** Where it may have been the same person in another tab, or the family itself. */
export const CHANGED_ELSEWHERE = 'This was saved elsewhere in the meantime. What you typed is still here.'

const WORDS = 'Another admin saved this in the meantime. What you typed is still here.'

/** Somebody else saved first. What was typed is still in the form, and nothing is overwritten unseen. */
export function StaleNote({ words = WORDS, children, onReplace, onDiscard, saves = 0 }: StaleNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const headingId = useId()
  // What takes the focus is read out by that: as an alert it would be heard twice.
  const [role] = useState(saves > 0 ? 'group' : 'alert')
  useEffect(() => {
    if (saves > 0) note.current?.focus()
  }, [saves])
  return (
    <div ref={note} {...{ role, 'aria-labelledby': headingId }} tabIndex={-1}>
      <Note tone="sun" icon={<Users aria-hidden="true" />}>
        <p id={headingId} className="font-strong">
          {words}
        </p>
        {children}
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button kind="quiet" onClick={onReplace}>
            Replace with mine
          </Button>
          <Button kind="plain" onClick={onDiscard}>
            Discard mine
          </Button>
        </div>
      </Note>
    </div>
  )
}

/** The stored values under their labels. */
export function SavedNow({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <>
      <p className="mt-1.5">Saved now:</p>
      <dl className="grid gap-1">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="inline font-semibold">{label}: </dt>
            <dd className="inline wrap-anywhere whitespace-pre-line">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type BothValuesProps = { rows: readonly (readonly [label: string, saved: ReactNode, mine: ReactNode])[] }

/** Under each label what is stored now and what was typed. */
export function BothValues({ rows }: BothValuesProps) {
  return (
    <dl className="mt-1.5 grid gap-1.5">
      {rows.map(([label, saved, mine]) => (
        <div key={label} className="wrap-anywhere whitespace-pre-line">
          <dt className="font-semibold">{label}</dt>
          <dd>
            Saved now: <bdi>{saved}</bdi>
          </dd>
          <dd>
            Yours: <bdi>{mine}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
