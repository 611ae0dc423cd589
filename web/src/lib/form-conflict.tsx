import type { ReactNode } from 'react'
import { ConflictAlert, ServerValues } from '../ui/feedback/conflict-alert'
import type { VersionedForm } from './use-versioned-form'

export type DescribeField<Values extends object> = (
  name: keyof Values,
  values: Values,
) => readonly [label: string, text: ReactNode]

type FormConflictProps<Values extends object> = {
  form: Pick<VersionedForm<never, Values>, 'conflict' | 'conflicts' | 'stored' | 'values'>
  /** A value in words. */
  describe: DescribeField<Values>
  className?: string
}

/** What somebody else saved meanwhile, beside what was typed here. */
export const FormConflict = <Values extends object>(props: FormConflictProps<Values>) => {
  const { form, describe, className } = props
  return (
    <ConflictAlert conflict={form.conflict} className={className}>
      <ServerValues
        rows={form.conflicts.map((name) => [...describe(name, form.stored), describe(name, form.values)[1]])}
      />
    </ConflictAlert>
  )
}
