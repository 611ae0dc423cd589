import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '../../lib/program'
import { Link } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { AndMore } from '../and-more'
import { AnswerDropInDialog, type AnswerTarget } from './answer-drop-in-dialog'
import { AnswerButtons } from './approval-note'

type WaitingDropIn = Omit<AnswerTarget, 'decision'> & { parent_name: string }

type WaitingDropInsProps = { rows: readonly WaitingDropIn[]; total: number }

/** For the dashboard: the first of those that wait. Each waits until staff answer it, also when its day is over. */
export function WaitingDropIns({ rows, total }: WaitingDropInsProps) {
  const [target, setTarget] = useState<AnswerTarget | null>(null)
  const today = useToday()
  return (
    <>
      {rows.length > 0 && (
        <Callout tone="warning" icon={<Hourglass />}>
          <b className="font-semibold">Drop-ins waiting for approval</b>
          <ul className="mt-1 grid gap-2">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span>
                  <Link
                    to={`/admin/submissions?id=${row.id}`}
                    className="font-semibold underline underline-offset-2"
                  >
                    <bdi>{row.child_name}</bdi>, {formatWeekdayDate(row.dropin_date)}
                  </Link>
                  <span className="block">
                    <bdi>{row.parent_name}</bdi>
                    {row.dropin_date < today
                      ? ': not answered, and its day is over'
                      : row.is_day_cancelled && ': aftercare is cancelled on its day'}
                  </span>
                </span>
                <span className="flex gap-2">
                  <AnswerButtons
                    day={row.dropin_date}
                    isCancelled={row.is_day_cancelled}
                    child={row.child_name}
                    onAnswer={(decision) => setTarget({ ...row, decision })}
                  />
                </span>
              </li>
            ))}
          </ul>
          <AndMore total={total} shown={rows.length} noun="drop-ins" to="/admin/submissions?status=waiting" />
        </Callout>
      )}
      <AnswerDropInDialog target={target} onClose={() => setTarget(null)} />
    </>
  )
}
