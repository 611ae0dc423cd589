import { type FormOptions, useVersionedForm } from '../../lib/use-versioned-form'
import { errorReason } from '../error-reason'

type SettingOptions<Row, Values> = Omit<FormOptions<Row, Values>, 'onSaved' | 'onError'>

/** A form over a setting. `what`: "Pick-up times", in "Pick-up times saved". */
export function useSettingForm<Row, Values extends object>(
  what: string,
  options: SettingOptions<Row, Values>,
) {
  const form = useVersionedForm<Row, Values>({
    ...options,
    onSaved: () => form.toast.success(`${what} saved`),
    onError: (error) => form.toast.error(`${what} not saved`, errorReason(error)),
  })
  return form
}
