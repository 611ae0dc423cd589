import { TextInput, type TextInputProps } from './field'

/** Dollars and cents. Scrolling over the field must not change money. */
export const AmountInput = (props: TextInputProps) => (
  <TextInput
    type="number"
    inputMode="decimal"
    min={0}
    step={0.01}
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
)
