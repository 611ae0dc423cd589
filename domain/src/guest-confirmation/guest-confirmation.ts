import { z } from 'zod'

/** How long what a guest sent holds its seats while its email is not confirmed. */
const CONFIRMATION_MINUTES = 60

export const confirmationExpiry = (from: Date): Date =>
  new Date(from.getTime() + CONFIRMATION_MINUTES * 60_000)

/** Off until staff switch it on. */
export const guestConfirmationSchema = z.object({ required: z.boolean() })
export type GuestConfirmation = z.infer<typeof guestConfirmationSchema>

export const readGuestConfirmation = (stored: unknown): GuestConfirmation =>
  guestConfirmationSchema.safeParse(stored).data ?? { required: false }

export const CONFIRMATION_STATES = ['waiting', 'confirmed', 'dropped'] as const
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

export type Unconfirmed = {
  outcome: Exclude<ConfirmationState, 'waiting'> | null
  /** What was sent; null once it is over or its guest was erased. */
  submission: object | null
  expires_at: string
}

/** Its hour counts, not when it is removed. */
export function confirmationState(
  { outcome, submission, expires_at }: Unconfirmed,
  now: Date,
): ConfirmationState {
  if (outcome) return outcome
  return submission === null || new Date(expires_at) <= now ? 'dropped' : 'waiting'
}
