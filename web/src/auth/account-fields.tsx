import { useTexts } from '../language/language'
import type { useFieldErrors } from '../lib/use-field-errors'
import { Field, TextInput } from '../ui/inputs/field'
import { PasswordInput } from '../ui/inputs/password-input'
import { en } from './texts/en'
import { usePasswordHint } from './use-password-hint'

type AccountFieldProps = {
  fields: ReturnType<typeof useFieldErrors>
  value: string
  onValueChange: (value: string) => void
}

/** Editing a field clears its error. */
const editing = (name: string, { fields, value, onValueChange }: AccountFieldProps) => ({
  value,
  onValueChange: (text: string) => {
    onValueChange(text)
    fields.clearErrors(name)
  },
})

export const FullNameField = (props: AccountFieldProps) => (
  <Field label={useTexts(en).fullName} error={props.fields.errors.full_name}>
    <TextInput aria-required autoComplete="name" {...editing('full_name', props)} />
  </Field>
)

type EmailFieldProps = AccountFieldProps & { description?: string; isRequired?: true }

export const EmailField = ({ description, isRequired, ...props }: EmailFieldProps) => (
  <Field label={useTexts(en).email} description={description} error={props.fields.errors.email}>
    <TextInput aria-required={isRequired} type="email" autoComplete="username" {...editing('email', props)} />
  </Field>
)

export const CurrentPasswordField = (props: AccountFieldProps) => (
  <Field label={useTexts(en).password} error={props.fields.errors.password}>
    <PasswordInput autoComplete="current-password" {...editing('password', props)} />
  </Field>
)

type NewPasswordFieldProps = AccountFieldProps & {
  label?: string
  /** Of the account. */
  email: string
}

export function NewPasswordField({ label, email, ...props }: NewPasswordFieldProps) {
  const { password } = useTexts(en)
  const hint = usePasswordHint(props.value, email)
  return (
    <Field label={label ?? password} error={props.fields.errors.password} description={hint}>
      <PasswordInput aria-required autoComplete="new-password" {...editing('password', props)} />
    </Field>
  )
}
