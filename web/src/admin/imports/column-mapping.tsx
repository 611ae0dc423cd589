import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'

const NONE = 'none'

/** A computed key alone would be typed as any string. */
const changed = <Name extends string>(name: Name, column: number | null) =>
  ({ [name]: column }) as { [name in Name]?: number | null }

export type ColumnMappingProps<Name extends string> = {
  headings: readonly string[]
  fields: readonly { name: Name; label: string }[]
  columns: Record<Name, number | null>
  /** The choice alone: others may not be stored yet. */
  onChange: (changed: { [name in Name]?: number | null }) => void
  /** Open as long as something has to be chosen. */
  open?: boolean
  /** Below the fields: the columns that are none. */
  unassigned?: ReactNode
  /** Further choices about the file, and the same in short. */
  children?: ReactNode
  summary?: string
}

const isRepeated = (headings: readonly string[], heading: string) =>
  headings.indexOf(heading) !== headings.lastIndexOf(heading)

/** Which column of the file is which, one select per field. */
export function ColumnMapping<Name extends string>({
  headings,
  fields,
  columns,
  onChange,
  open,
  unassigned,
  children,
  summary,
}: ColumnMappingProps<Name>) {
  const options = [
    { value: NONE, label: 'Not in this file' },
    ...headings.map((heading, index) => ({
      value: String(index),
      label: isRepeated(headings, heading) ? `${heading} (column ${index + 1})` : heading,
    })),
  ]
  const chosen = fields
    .filter(({ name }) => columns[name] !== null)
    .map(({ name, label }) => `${label}: ${headings[columns[name] ?? 0]}`)
  return (
    <details
      open={open}
      // Nothing is left undecided behind a closed card.
      onToggle={({ currentTarget }) => {
        if (open) currentTarget.open = true
      }}
      className="kit-card group p-0"
    >
      <summary className="flex min-h-tap cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 rounded-panel px-4 py-2.5">
        <Columns3 className="size-4.5 text-muted" />
        <span className="font-semibold">Columns</span>
        <span className="min-w-0 text-muted wrap-anywhere group-open:hidden">
          {[...chosen, ...(summary ? [summary] : [])].join(' · ')}
        </span>
      </summary>
      <div className="grid gap-x-3.5 gap-y-3 px-4 pb-4 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ name, label }) => (
          <Field key={name} label={label}>
            <SelectInput
              options={options}
              value={columns[name] === null ? NONE : String(columns[name])}
              onValueChange={(value) => onChange(changed(name, value === NONE ? null : Number(value)))}
            />
          </Field>
        ))}
        {children}
      </div>
      {unassigned}
    </details>
  )
}
