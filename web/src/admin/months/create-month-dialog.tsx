import { MONTH_NAMES } from '@aftercare/domain/lib/days'
import {
  creatableMonths,
  type MonthIdentity,
  monthLabel,
  suggestedMonth,
  yearChoices,
} from '@aftercare/domain/months/months'
import { useState } from 'react'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import { Dialog } from '../../ui/overlays/dialog'
import { type AdminMonth, type NewMonth, useCreateMonth } from './months.api'

const INCOMPLETE = 'Please select both month and year'
const FAILED = 'Failed to create month. Ensure you are logged in as an admin.'
const FORM_ID = 'create-month'

type CreateMonthDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  existing: readonly MonthIdentity[]
  onCreated: (month: AdminMonth) => void
}

export function CreateMonthDialog({ open, onOpenChange, existing, onCreated }: CreateMonthDialogProps) {
  const toast = useToast('create month')
  const create = useCreateMonth({
    onSuccess: (month) => {
      toast.success(`${monthLabel(month)} created as draft`, 'Open it and Publish to make it live')
      onOpenChange(false)
      onCreated(month)
    },
    onError: (error) => toast.error('Error', formErrorMessage(error, FAILED)),
  })
  const close = () => {
    toast.clear()
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      loading={create.isPending}
      title="Create Month"
      description="It starts as a draft. Weekdays are regular days and weekends are unavailable."
      width="narrow"
      footer={
        <>
          <Button variant="quiet" disabled={create.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} loading={create.isPending}>
            Create Month
          </Button>
        </>
      }
    >
      <CreateMonthForm
        existing={existing}
        onIncomplete={() => toast.error('Error', INCOMPLETE)}
        onSubmit={create.mutate}
      />
    </Dialog>
  )
}

type CreateMonthFormProps = {
  existing: readonly MonthIdentity[]
  onIncomplete: () => void
  onSubmit: (choice: NewMonth) => void
}

function CreateMonthForm({ existing, onIncomplete, onSubmit }: CreateMonthFormProps) {
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
    if (!month || !year) onIncomplete()
    else onSubmit({ month_name: month, year: Number(year) })
  }

  return (
    <Form draft="nothing to lose" id={FORM_ID} onSubmit={submit} className="grid grid-cols-2 gap-3">
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
    </Form>
  )
}
