import type { Adult, Model } from '../model'
import { NEW_EMAILS } from '../product'
import { type Pick, presentAdults } from '../requests'

/** More would make the comparison of everything slow. */
const MAX_ACCOUNTS = 15

export const accountAt = (model: Model, email: string): Adult | undefined =>
  presentAdults(model).find((adult) => adult.email === email)

/** Nobody's, a guest's, nearly a family's, or one of somebody who is gone. */
export function someNewEmail(model: Model, pick: Pick): string {
  const near = presentAdults(model).flatMap(({ email }) => [`x${email}`, email.replace('@', '.x@')])
  const left = model.adults.flatMap(({ isErased, email, earlierEmails }) =>
    isErased ? [email, ...earlierEmails] : earlierEmails,
  )
  const lists = [NEW_EMAILS, NEW_EMAILS, near, left.length > 0 ? left : near]
  return pick.of(lists[pick.int(lists.length)] ?? []) ?? ''
}

/** Mails about a sign-up that gave way still have its name, so no name is used at two addresses. */
export const nameAt = (email: string, pick: Pick): string =>
  `${pick.of(['Grace', 'Race', 'Ada'])} ${email.toLowerCase().replace(/[^a-z]/g, '')}`

/** As people type it. */
export const typed = (email: string, pick: Pick): string =>
  pick.chance(20) ? ` ${email.toUpperCase()} ` : email

export const hasRoom = (model: Model, max = MAX_ACCOUNTS): boolean => presentAdults(model).length < max
