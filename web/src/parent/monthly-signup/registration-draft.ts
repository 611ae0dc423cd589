import * as z from 'zod/mini'

export type GuestDetails = {
  parentName: string
  parentEmail: string
  childName: string
  childAllergies: string
  childNotes: string
}

/** What a registration is made of before it is sent. The agreement is not kept: it is given anew each time. */
export type RegistrationDraft = {
  monthId: string | null
  childIds: string[]
  days: number[]
  guest: GuestDetails
}

export const EMPTY_DRAFT: RegistrationDraft = {
  monthId: null,
  childIds: [],
  days: [],
  guest: { parentName: '', parentEmail: '', childName: '', childAllergies: '', childNotes: '' },
}

const text = z.string().check(z.maxLength(2000))

const draftSchema = z.object({
  monthId: z.nullable(z.string()),
  childIds: z.array(z.string()).check(z.maxLength(100)),
  days: z.array(z.int().check(z.gte(1), z.lte(31))).check(z.maxLength(31)),
  guest: z.object({
    parentName: text,
    parentEmail: text,
    childName: text,
    childAllergies: text,
    childNotes: text,
  }),
})

export function parseRegistrationDraft(values: unknown): RegistrationDraft | null {
  return draftSchema.safeParse(values).data ?? null
}

export const isEmptyDraft = (draft: RegistrationDraft) =>
  draft.childIds.length === 0 &&
  draft.days.length === 0 &&
  Object.values(draft.guest).every((value) => value.trim() === '')
