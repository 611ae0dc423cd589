import { pluralize } from '@aftercare/domain/lib/pluralize'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import type { FamilyDecision, FamilyReviewJson } from './family-imports.api'

type Unassigned = FamilyReviewJson['unassigned'][number]

type UnassignedColumnsProps = {
  columns: readonly Unassigned[]
  tickOf: (box: string) => boolean | undefined
  decide: (decision: FamilyDecision, tick?: { box: string; isTicked: boolean }) => void
}

/** What the import would drop, by name and with its first values, so that nothing is dropped unseen. */
export function UnassignedColumns({ columns, tickOf, decide }: UnassignedColumnsProps) {
  if (columns.length === 0) return null
  const open = columns.filter(({ unused }) => !unused)
  return (
    <section className="border-t border-line px-4 pt-3 pb-4">
      <h3 className="font-semibold">Columns that are not assigned</h3>
      <p className="mt-0.5 mb-3 text-muted">
        Choose above what {columns.length === 1 ? 'it has' : 'they have'}, or tick “Not used”: what is in
        these columns is not imported.
      </p>
      <div className="grid gap-2 min-[40rem]:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ column, heading, first_values, unused }) => {
          const box = `column ${column}`
          return (
            <Checkbox
              key={column}
              variant="row"
              label={
                <>
                  Not used: <bdi>{heading}</bdi>
                </>
              }
              description={
                first_values.length === 0
                  ? 'Empty'
                  : first_values.map((value) => <FirstValue key={value}>{value}</FirstValue>)
              }
              checked={tickOf(box) ?? unused}
              onCheckedChange={(isTicked) =>
                decide({ unused: [{ column, unused: isTicked }] }, { box, isTicked })
              }
            />
          )
        })}
      </div>
      {open.length > 1 && (
        <Button
          variant="quiet"
          className="mt-3"
          onClick={() => decide({ unused: open.map(({ column }) => ({ column, unused: true })) })}
        >
          None of these {pluralize(open.length, 'column')} is used
        </Button>
      )}
    </section>
  )
}

const FirstValue = ({ children }: { children: string }) => (
  <bdi className="not-last:after:content-[',_']">{children}</bdi>
)
