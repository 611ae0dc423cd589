import {
  creatableMonths,
  type MonthIdentity,
  monthLabel,
  suggestedMonth,
  yearChoices,
} from '@aftercare/domain/months'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../features/api-client'
import { type AdminMonth, useCreateMonth } from '../../features/months/months.admin.api'
import { useToday } from '../../features/program/program'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { SelectInput } from '../../ui/select-input'
import { toast } from '../../ui/toast'

const INCOMPLETE = 'Please select both month and year'
const FORM_ID = 'create-month'

type CreateMonthDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  existing: readonly MonthIdentity[]
  onCreated: (month: AdminMonth) => void
}

export function CreateMonthDialog({ open, onOpenChange, existing, onCreated }: CreateMonthDialogProps) {
  const create = useCreateMonth()
  const submit = (choice: { month_name: string; year: number }) =>
    create.mutate(choice, {
      onSuccess: (month) => {
        toast.success(`${monthLabel(month)} created as draft`, 'Open it and Publish to make it live')
        onOpenChange(false)
        onCreated(month)
      },
      onError: (error) => toast.error('Error', createFailure(error)),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Month"
      description="It starts as a draft: weekdays are regular days, weekends unavailable."
      width="narrow"
      footer={
        <>
          <Button kind="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={create.isPending}>
            Create Month
          </Button>
        </>
      }
    >
      <CreateMonthForm existing={existing} onSubmit={submit} />
    </Dialog>
  )
}

/** The server's own words where it refuses; whatever else goes wrong is the specified failure. */
function createFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'month-exists') return error.message
  const [problem] = error instanceof ApiError && error.code === 'invalid' ? Object.values(error.fields) : []
  return problem ?? 'Failed to create month. Ensure you are logged in as an admin.'
}

function CreateMonthForm({
  existing,
  onSubmit,
}: {
  existing: readonly MonthIdentity[]
  onSubmit: (choice: { month_name: string; year: number }) => void
}) {
  const today = useToday()
  const [suggested] = useState(() => suggestedMonth(existing, today))
  const [year, setYear] = useState<string | null>(suggested ? String(suggested.year) : null)
  const [month, setMonth] = useState<string | null>(suggested?.month_name ?? null)
  const [asked, setAsked] = useState(false)
  const offered: readonly string[] = year ? creatableMonths(existing, Number(year)) : []
  const chosen = month && offered.includes(month) ? month : null

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!chosen || !year) toast.error('Error', INCOMPLETE)
    else onSubmit({ month_name: chosen, year: Number(year) })
  }

  return (
    <form id={FORM_ID} noValidate onSubmit={submit} className="grid grid-cols-2 gap-3">
      <Field label="Month" required error={asked && !chosen ? 'Select a month' : undefined}>
        <SelectInput
          // A select of its own per year: one whose chosen option goes would fall back to the first it ever had.
          key={year}
          options={offered.map((name) => ({ value: name, label: name }))}
          value={chosen}
          onValueChange={setMonth}
          placeholder="Select month"
          disabled={year !== null && offered.length === 0}
        />
      </Field>
      <Field label="Year" required error={asked && !year ? 'Select a year' : undefined}>
        <SelectInput
          options={yearChoices(today).map((choice) => ({ value: String(choice), label: String(choice) }))}
          value={year}
          onValueChange={setYear}
          placeholder="Select year"
        />
      </Field>
    </form>
  )
}
