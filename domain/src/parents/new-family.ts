import { type ChildInput, checkChild } from '../children/children'
import { type FieldErrors, nestErrors } from '../lib/field-rules'
import { nameKey } from '../lib/name-key'

const SAME_NAME = 'Two children have the same name.'

/** The places of children who have an earlier one's name, in whatever spelling. */
const repeatedNames = (children: readonly { name: string }[]): number[] => {
  const keys = children.map(({ name }) => nameKey(name))
  return keys.flatMap((key, index) => (key !== '' && keys.indexOf(key) < index ? [index] : []))
}

export const sameNameErrors = (children: readonly { name: string }[]): FieldErrors =>
  Object.fromEntries(repeatedNames(children).map((index) => [`children.${index}.name`, SAME_NAME]))

/** The children of a family that staff add, as typed. */
export const checkChildren = (children: readonly ChildInput[]): FieldErrors =>
  Object.assign(
    sameNameErrors(children),
    ...children.map((child, index) => nestErrors(`children.${index}`, checkChild(child))),
  )
