import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Plus, X } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../language/language'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { IconButton } from '../../ui/inputs/icon-button'
import { en } from './texts/en'

/** As typed; the second field may be empty. */
type TypedPerson<Second extends string> = { name: string } & Record<Second, string>

export type PeopleProps<Second extends string> = {
  people: readonly TypedPerson<Second>[]
  errors: FieldMessages
  /** `name` is the changed field's key in the errors. */
  onChange: (people: TypedPerson<Second>[], name: string) => void
}

type PeopleFieldsProps<Second extends string> = PeopleProps<Second> & {
  /** Its key in the child and in the errors. */
  list: string
  second: Second
  secondInput: Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'placeholder'> & { type?: 'tel' }
  legend: string
  hint: string
  nameLabel: (number: number) => string
  secondLabel: (number: number) => string
  addLabel: string
  rowClass: string
}

/** People of a child: one row each, and only a button while there is nobody. */
export function PeopleFields<Second extends string>(props: PeopleFieldsProps<Second>) {
  const { people, errors, onChange, list: LIST, second } = props
  const t = useTexts(en)
  const hintId = useId()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isAdded = useRef(false)
  const isRemoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the length of the list
  useEffect(() => {
    if (isAdded.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
    if (isRemoved.current) addButton.current?.focus()
    isAdded.current = isRemoved.current = false
  }, [people.length])

  const change = (index: number, field: 'name' | Second, text: string) =>
    onChange(
      people.map((person, at) => (at === index ? { ...person, [field]: text } : person)),
      `${LIST}.${index}.${field}`,
    )
  const add = () => {
    isAdded.current = true
    onChange([...people, { name: '', [second]: '' } as TypedPerson<Second>], `${LIST}.${people.length}`)
  }
  const remove = (index: number) => {
    isRemoved.current = true
    // The whole list: the errors' indexes no longer match the rows.
    onChange(
      people.filter((_, at) => at !== index),
      LIST,
    )
  }

  return (
    <fieldset aria-describedby={errors[LIST] ? hintId : undefined} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 text-sm font-semibold">{props.legend}</legend>
      {people.length > 0 && (
        <ul ref={list} className="grid gap-4 sm:gap-2.5">
          {people.map((person, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name; all state is in the list
              key={index}
              className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-1 gap-y-1.5 sm:gap-x-2 ${props.rowClass}`}
            >
              <Field label={props.nameLabel(index + 1)} hideLabel error={errors[`${LIST}.${index}.name`]}>
                <TextInput
                  value={person.name}
                  maxLength={MAX_LENGTH.name}
                  placeholder={t.name}
                  autoComplete="off"
                  onValueChange={(name) => change(index, 'name', name)}
                />
              </Field>
              <IconButton
                label={t.removePerson(isolate(person.name.trim()) || t.person(index + 1))}
                icon={<X />}
                danger
                onClick={() => remove(index)}
                className="sm:order-last"
              />
              <Field
                label={props.secondLabel(index + 1)}
                hideLabel
                error={errors[`${LIST}.${index}.${second}`]}
              >
                <TextInput
                  {...props.secondInput}
                  value={person[second]}
                  autoComplete="off"
                  onValueChange={(text) => change(index, second, text)}
                />
              </Field>
            </li>
          ))}
        </ul>
      )}
      {errors[LIST] && (
        <p id={hintId} className="text-sm font-medium text-danger">
          {errors[LIST]}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          ref={addButton}
          variant="quiet"
          icon={<Plus />}
          disabled={people.length >= MAX_LENGTH.pickupPeople}
          onClick={add}
        >
          {props.addLabel}
        </Button>
        <p className="text-sm text-muted">{props.hint}</p>
      </div>
    </fieldset>
  )
}
