import { Users } from 'lucide-react'
import { Note } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import type { MonthConflict } from './use-month-draft'

type ConflictNoteProps = { conflict: MonthConflict; onApplyMine: () => void; onDropMine: () => void }

/** Another admin saved first. Nothing is lost: both lists stand here, and the person says what holds. */
export function ConflictNote({ conflict, onApplyMine, onDropMine }: ConflictNoteProps) {
  const { theirs, mine, shared } = conflict
  return (
    <div role="alert" className="my-3">
      <Note tone="sun" icon={<Users aria-hidden="true" />}>
        <p className="font-strong">
          Another admin changed this month in the meantime. Your changes are still here.
        </p>
        <div className="mt-2 grid gap-3 desk:grid-cols-2">
          <Lines title="They changed" lines={theirs} />
          <Lines title="You changed" lines={mine} />
        </div>
        {shared.length > 0 && (
          <p className="mt-2">
            Both of you changed {shared.length === 1 ? 'day' : 'days'} {shared.join(', ')}: there your change
            will hold.
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button kind="quiet" onClick={onApplyMine}>
            Apply my changes on top
          </Button>
          <Button kind="plain" onClick={onDropMine}>
            Discard my changes
          </Button>
        </div>
      </Note>
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="list-inside list-disc">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
