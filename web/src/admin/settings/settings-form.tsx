import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Form } from '../../lib/form'
import { type DescribeField, FormConflict } from '../../lib/form-conflict'
import type { VersionedForm } from '../../lib/use-versioned-form'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { FormSkeleton } from './form-skeleton'

type StoredSettingsProps<T> = {
  query: UseQueryResult<T>
  failed: string
  /** Number of fields in the skeleton. */
  fields: number
  className?: string
  children: (stored: T) => ReactNode
}

/** Loads a settings form's stored values, with loading and error states. */
export function StoredSettings<T>({ query, failed, fields, className, children }: StoredSettingsProps<T>) {
  const { data, isError, refetch } = query
  const hasFailed = isError && data === undefined
  useErrorToast(hasFailed, failed)
  if (hasFailed) return <ErrorState message={failed} onRetry={() => void refetch()} />
  if (data === undefined) return <FormSkeleton fields={fields} className={className} />
  return children(data)
}

type SettingsFormProps<Values extends object> = Omit<ComponentProps<'form'>, 'onSubmit' | 'onReset'> & {
  form: Pick<
    VersionedForm<never, Values>,
    'conflict' | 'conflicts' | 'isDirty' | 'isSaving' | 'stored' | 'values' | 'discard'
  >
  /** A value in words, shown when two versions conflict. */
  describe: DescribeField<Values>
  onSubmit: () => void
  onReset?: () => void
  resetLabel?: string
  saveLabel?: string
}

/** Layout of every settings form: conflict alert, fields, reset and save. */
export function SettingsForm<Values extends object>({
  form,
  describe,
  onSubmit,
  onReset = form.discard,
  resetLabel = 'Reset',
  saveLabel = 'Save Changes',
  children,
  ...props
}: SettingsFormProps<Values>) {
  return (
    <Form draft="guarded by the page" onSubmit={onSubmit} className="grid gap-4" {...props}>
      <FormConflict form={form} describe={describe} />
      {children}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" disabled={!form.isDirty} onClick={onReset}>
          {resetLabel}
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  )
}
