import { MONTH_NAMES } from '@aftercare/domain/lib/days'
import {
  creatableMonths,
  type MonthIdentity,
  monthLabel,
  suggestedMonth,
  yearChoices,
} from '@aftercare/domain/months/months'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import { type AdminMonth, useCreateMonth } from './months.api'

const INCOMPLETE = 'Please select both month and year'
const FAILED = 'Failed to create month. Ensure you are logged in as an admin.'

type CreateMonthDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  existing: readonly MonthIdentity[]
  onCreated: (month: AdminMonth) => void
}

export function CreateMonthDialog({ open, ...props }: CreateMonthDialogProps) {
  return open && <OpenDialog {...props} />
}

function OpenDialog({ onOpenChange, existing, onCreated }: Omit<CreateMonthDialogProps, 'open'>) {
  const toast = useToast('create month')
  const create = useCreateMonth({
    onSuccess: (month) => {
      toast.success(`${monthLabel(month)} created as draft`, 'Open it and Publish to make it live')
      onOpenChange(false)
      onCreated(month)
    },
    onError: (error) => toast.error('Error', formErrorMessage(error, FAILED)),
  })
  const today = useToday()
  const [suggested] = useState(() => suggestedMonth(existing, today))
  const [year, setYear] = useState<string | null>(suggested ? String(suggested.year) : null)
  // All months chosen for this year; the last one is selected.
  const [chosen, setChosen] = useState<readonly string[]>(suggested ? [suggested.month_name] : [])
  const month = chosen.at(-1)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const free = (ofYear: string | null): readonly string[] =>
    ofYear ? creatableMonths(existing, Number(ofYear)) : []
  // A chosen month that another admin creates meanwhile stays an option: a select whose option disappears falls back to
  // the first one, and the wrong month would be created. The server rejects the duplicate.
  const offered = MONTH_NAMES.filter((name) => free(year).includes(name) || chosen.includes(name))

  function changeYear(next: string) {
    setYear(next)
    setChosen(month && free(next).includes(month) ? [month] : [])
  }

  function submit() {
    setHasSubmitted(true)
    if (!month || !year) toast.error('Error', INCOMPLETE)
    else create.mutate({ month_name: month, year: Number(year) })
  }

  return (
    <FormDialog
      draft="nothing to lose"
      loading={create.isPending}
      title="Create Month"
      description="It starts as a draft. Weekdays are regular days and weekends are unavailable."
      dismissible
      formClassName="grid grid-cols-2 gap-3"
      saveLabel="Create Month"
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <Field label="Month" required error={hasSubmitted && !month ? 'Select a month' : undefined}>
        <SelectInput
          // One per year, for the same reason.
          key={year}
          options={offered.map((name) => ({ value: name as string, label: name }))}
          value={month ?? null}
          onValueChange={(name) => setChosen([...chosen, name])}
          placeholder="Select month"
          disabled={year !== null && offered.length === 0}
        />
      </Field>
      <Field label="Year" required error={hasSubmitted && !year ? 'Select a year' : undefined}>
        <SelectInput
          options={yearChoices(today).map((choice) => ({ value: String(choice), label: String(choice) }))}
          value={year}
          onValueChange={changeYear}
          placeholder="Select year"
        />
      </Field>
    </FormDialog>
  )
}
