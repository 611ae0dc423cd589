import { STAFF_ROLE_LABELS, STAFF_ROLES, type StaffRole } from '@aftercare/domain/lib/enums'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'

type RoleFieldProps = {
  value: StaffRole
  onValueChange: (role: StaffRole) => void
  error: string | undefined
  /** Why it cannot be changed. */
  fixedBecause?: string | undefined
}

const OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_LABELS[value] }))

export function RoleField({ error, fixedBecause, ...control }: RoleFieldProps) {
  return (
    <Field
      label="Role"
      error={error}
      description={fixedBecause ?? 'Attendance: board, day reports and sheets, without fees.'}
    >
      <SelectInput options={OPTIONS} disabled={fixedBecause !== undefined} {...control} />
    </Field>
  )
}
