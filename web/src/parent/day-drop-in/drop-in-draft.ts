import type { DropInForm } from '@aftercare/domain/registration'
import * as z from 'zod/mini'

/** What the form holds before it is sent; signed in, the chosen child stands for the names. */
export type DropInDraft = DropInForm & { childId: string | null }

export const EMPTY_DROP_IN: DropInDraft = {
  childId: null,
  parentName: '',
  parentEmail: '',
  childName: '',
  childAllergies: '',
  requestDate: '',
  additionalNotes: '',
}

const text = z.string().check(z.maxLength(2000))

const draftSchema = z.object({
  childId: z.nullable(z.string()),
  parentName: text,
  parentEmail: text,
  childName: text,
  childAllergies: text,
  requestDate: text,
  additionalNotes: text,
})

export function parseDropInDraft(values: unknown): DropInDraft | null {
  return draftSchema.safeParse(values).data ?? null
}

export const isEmptyDropIn = ({ childId, ...texts }: DropInDraft) =>
  childId === null && Object.values(texts).every((value) => value.trim() === '')
