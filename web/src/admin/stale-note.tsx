import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button'
import { Note } from '../ui/note'

type StaleNoteProps = {
  words?: string
  /** What is stored now, to compare with what was typed. */
  children?: ReactNode
  onReplace: () => void
  onDiscard: () => void
}

const WORDS = 'Another admin saved this in the meantime. What you typed is still here.'

/** Somebody else saved first. What was typed is still in the form, and nothing is overwritten unseen. */
export function StaleNote({ words = WORDS, children, onReplace, onDiscard }: StaleNoteProps) {
  return (
    <div role="alert">
      <Note tone="sun" icon={<Users aria-hidden="true" />}>
        <p className="font-strong">{words}</p>
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
            <dd className="inline wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
