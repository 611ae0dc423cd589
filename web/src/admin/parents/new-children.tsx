import type { ChildInput } from '@aftercare/domain/children/children'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Plus, X } from 'lucide-react'
import { ChildFields } from '../../features/children/child-fields'
import { storedChild } from '../../features/children/child-values'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'

export const NEW_CHILD: ChildInput = storedChild(null).values

type NewChildrenProps = {
  list: readonly ChildInput[]
  errors: FieldMessages
  /** `name` is the changed field's key in the errors. */
  onChange: (list: ChildInput[], name: string) => void
}

/** The children of a family that is added, each with the fields that families have. */
export function NewChildren({ list, errors, onChange }: NewChildrenProps) {
  return (
    <>
      {list.map((child, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: two children may be blank; all state is in the list
          key={index}
          className="grid min-w-0 gap-4 border-t border-line pt-4"
        >
          <legend className="sr-only">Child {index + 1}</legend>
          <div className="-mb-2 flex items-center justify-between gap-3">
            <span aria-hidden="true" className="font-semibold">
              Child {index + 1}
            </span>
            <IconButton
              label={`Remove ${isolate(child.name.trim()) || `child ${index + 1}`}`}
              icon={<X />}
              onClick={() =>
                // The whole list: the errors' indexes no longer match.
                onChange(
                  list.filter((_, at) => at !== index),
                  'children',
                )
              }
            />
          </div>
          <ChildFields
            values={child}
            errors={errorsOf(errors, `children.${index}.`)}
            besides="the parent"
            onChange={(name, part) =>
              onChange(
                list.map((each, at) => (at === index ? { ...each, ...part } : each)),
                `children.${index}.${name}`,
              )
            }
          />
        </fieldset>
      ))}
      {list.length < MAX_LENGTH.children && (
        <Button
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          className="justify-self-start"
          onClick={() => onChange([...list, NEW_CHILD], `children.${list.length}`)}
        >
          Add Child
        </Button>
      )}
    </>
  )
}

const errorsOf = (errors: FieldMessages, prefix: string): FieldMessages =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, message]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), message]] : [],
    ),
  )
