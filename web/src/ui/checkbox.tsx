import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx'

export type CheckboxProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: ReactNode
  /** A second line in the row. */
  description?: ReactNode
  /** Stands between box and words: a face, an icon. */
  media?: ReactNode
  disabled?: boolean
  /** `row` is framed and shows its choice by edge and fill (children); `plain` is a line of text (agreement). */
  look?: 'plain' | 'row'
  className?: string
}

/** The whole row is the target, at least 44 px high. */
export function Checkbox(props: CheckboxProps) {
  const descriptionId = useId()
  const labelId = useId()
  const framed = props.look === 'row'
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label
      className={cx(
        framed ? 'kit-check-row' : 'kit-check',
        props.disabled && 'kit-check-off',
        props.className,
      )}
    >
      <Base.Root
        checked={props.checked}
        onCheckedChange={(next) => props.onCheckedChange(next)}
        disabled={props.disabled}
        aria-labelledby={labelId}
        aria-describedby={props.description ? descriptionId : undefined}
        className="grid size-7 flex-none place-items-center rounded-lg border-2 border-line-strong bg-surface text-on-accent transition-colors duration-(--fast) data-checked:border-accent data-checked:bg-accent data-disabled:border-line data-disabled:bg-sunken staff:size-6 staff:rounded-xs"
      >
        <Base.Indicator>
          <Check aria-hidden="true" className="size-4.5 stroke-3" />
        </Base.Indicator>
      </Base.Root>
      {props.media}
      <span className={cx('min-w-0 flex-1', !framed && 'self-center')}>
        <span id={labelId} className={cx('block leading-snug wrap-anywhere', framed && 'font-strong')}>
          {props.label}
        </span>
        {props.description && (
          <span id={descriptionId} className="block text-note leading-snug text-muted wrap-anywhere">
            {props.description}
          </span>
        )}
      </span>
    </label>
  )
}
