import {
  type Adult,
  byKey,
  type Invitation,
  type Language,
  type Model,
  type NamedAdult,
  newKey,
} from '../model'
import { clearRateLimits, NEW_EMAILS, type Product, setInvitationToken } from '../product'
import { log, mail, type Pick, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import { adultsOf, familyOf, hasRecords, inHours, now as instantNow } from '../rules'
import { typed } from './account-emails'
import { mailOthers } from './families'

const MAX_ADULTS = 4
const MAX_MAILS_PER_DAY = 10

const isOpenNow = (model: Model, { isOpen, expiresAt }: Invitation) => isOpen && expiresAt > instantNow(model)

const openInvitations = (model: Model, family: string) =>
  model.invitations.filter((each) => each.family === family && isOpenNow(model, each))

/** Who is invited into a family, or named beside its first adult, gets none of their own. */
export const invitedFamily = (model: Model, email: string): string | null =>
  [...model.named, ...model.invitations.filter((each) => isOpenNow(model, each))].find(
    (each) => each.email === email,
  )?.family ?? null

export const invite: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const empty = presentAdults(model).filter(({ key, joined }) => joined === null && !hasRecords(model, key))
  const invited = pick.of(pick.chance(50) && empty.length > 0 ? empty : presentAdults(model))
  if (!adult || !invited) return null
  const family = familyOf(adult)
  const email = pick.chance(65) ? invited.email : (pick.of(NEW_EMAILS) ?? '')
  return {
    who: adult.key,
    text: `${adult.email} invites ${email}`,
    method: 'POST',
    path: '/family/invitations',
    body: { email },
    isKeyed: false,
    apply: (now) => {
      const refusals = [...strangerTo(now, adult.key, family), ...refusedInvitation(now, family, email)]
      if (refusals.length > 0) return { refusals }
      log(now, 'family.invite', adult.key, family)
      return { learn: invitedInto(now, family, adult.key, email) }
    },
  }
}

/** By staff, by the same rules; not into a suspended family. */
export const inviteByStaff: Plan = (model, pick) => {
  const some = pick.of(
    presentAdults(model).filter((each) => each.joined === null || pick.about(each).chance(8)),
  )
  const empty = presentAdults(model).filter(({ key, joined }) => joined === null && !hasRecords(model, key))
  const invited = pick.of(pick.chance(50) && empty.length > 0 ? empty : presentAdults(model))
  if (!some || !invited) return null
  const family = some.key
  const email = pick.chance(55) ? invited.email : (pick.of(NEW_EMAILS) ?? '')
  return {
    who: 'staff',
    text: `staff invite ${email} into the family of ${some.email}`,
    method: 'POST',
    path: `/admin/parents/${some.id}/family-invitations`,
    body: { email: typed(email, pick) },
    isKeyed: true,
    prepare: clearRateLimits,
    apply: (now) => {
      const first = byKey(now.adults, family)
      const refusals = [
        ...(first.status === 'suspended' ? ['family-suspended'] : []),
        ...(first.isErased || first.joined !== null ? ['not-found'] : []),
        ...refusedInvitation(now, family, email),
      ]
      if (refusals.length > 0) return { refusals }
      log(now, 'parent.invite-adult', 'staff', family)
      return { learn: invitedInto(now, family, null, email) }
    },
  }
}

/** An adult of the family, or staff. */
type Changer = { adult: Adult | null; family: string }

function someChanger(model: Model, pick: Pick, { family }: Invitation): Changer {
  const adult = someVisitor(adultsOf(model, family), pick)
  return { adult: pick.chance(60) && adult ? adult : null, family }
}

const pathOf = (model: Model, { adult, family }: Changer): string =>
  adult ? '/family/invitations' : `/admin/parents/${byKey(model.adults, family).id}/family-invitations`

/** Open or, now and then, not. */
const someInvitation = (model: Model, pick: Pick): Invitation | undefined =>
  pick.of(
    model.invitations.filter(
      (each) =>
        !byKey(model.adults, each.family).isErased && (isOpenNow(model, each) || pick.about(each).chance(3)),
    ),
  )

/** With a new link; the old one stops. */
export const inviteAgain: Plan = (model, pick) => {
  const invitation = someInvitation(model, pick)
  const changer = invitation && someChanger(model, pick, invitation)
  if (!invitation || !changer) return null
  const { token, email, family } = invitation
  const { adult } = changer
  return {
    who: adult?.key ?? 'staff',
    text: `${adult?.email ?? 'staff'} send the invitation of ${email} to ${family} again`,
    method: 'POST',
    path: `${pathOf(model, changer)}/${invitation.id}/send-again`,
    body: {},
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const stored = now.invitations.find((each) => each.token === token)
      const isOpen = stored !== undefined && openInvitations(now, family).includes(stored)
      const isSuspended = adult === null && byKey(now.adults, family).status === 'suspended'
      if (isOpen) stored.isOpen = false
      const refusals = [
        ...(adult ? strangerTo(now, adult.key, family) : []),
        ...(isOpen ? [] : ['not-found']),
        ...(isSuspended ? ['family-suspended'] : []),
        ...refusedInvitation(now, family, email),
      ]
      if (refusals.length > 0) {
        if (isOpen) stored.isOpen = true
        return { refusals }
      }
      log(now, adult ? 'family.invite' : 'parent.invite-adult', adult?.key ?? 'staff', family)
      return { learn: invitedInto(now, family, adult?.key ?? null, email) }
    },
  }
}

export const cancelInvitation: Plan = (model, pick) => {
  const invitation = someInvitation(model, pick)
  const changer = invitation && someChanger(model, pick, invitation)
  if (!invitation || !changer) return null
  const { token, email, family } = invitation
  const { adult } = changer
  return {
    who: adult?.key ?? 'staff',
    text: `${adult?.email ?? 'staff'} cancel the invitation of ${email} to ${family}`,
    method: 'DELETE',
    path: `${pathOf(model, changer)}/${invitation.id}`,
    isKeyed: false,
    apply: (now) => {
      const stored = now.invitations.find((each) => each.token === token)
      const isOpen = stored !== undefined && openInvitations(now, family).includes(stored)
      const refusals = [
        ...(adult ? strangerTo(now, adult.key, family) : []),
        ...(isOpen ? [] : ['not-found']),
      ]
      if (refusals.length > 0 || !stored) return { refusals }
      stored.isOpen = false
      log(
        now,
        adult ? 'family.cancel-invitation' : 'parent.cancel-adult-invitation',
        adult?.key ?? 'staff',
        family,
      )
      return {}
    },
  }
}

function refusedInvitation(model: Model, family: string, email: string): string[] {
  const open = openInvitations(model, family)
  const adults = adultsOf(model, family)
  const today = model.invitations.filter((each) => each.family === family && each.sentOn === model.today)
  return [
    ...(adults.some((each) => each.email === email) ? ['in-family'] : []),
    ...(open.some((each) => each.email === email) ? ['already-invited'] : []),
    ...(adults.length + open.length >= MAX_ADULTS ? ['family-full'] : []),
    ...(today.length >= MAX_MAILS_PER_DAY ? ['too-many-invitations'] : []),
  ]
}

/**
 * Second adults of lists, each once, with their first adult. Those who were invited otherwise are not invited again, and
 * whom nobody could invite now stays uninvited.
 */
export function inviteNamed(model: Model, families: readonly string[]) {
  const isInvited = ({ family, email }: NamedAdult) =>
    model.invitations.some((each) => each.family === family && each.email === email)
  const waiting = model.named.filter((each) => families.includes(each.family) && !each.isInvited)
  const byEmail = waiting.filter((each) => !isInvited(each)).sort((a, b) => (a.email < b.email ? -1 : 1))
  return byEmail.flatMap((each) => {
    if (refusedInvitation(model, each.family, each.email).length > 0) return []
    each.isInvited = true
    return [invitedInto(model, each.family, null, each.email, 'en')]
  })
}

/** `by` is null for staff. The mail is in the language of whoever invites, of staff in the family's. */
function invitedInto(
  model: Model,
  family: string,
  by: string | null,
  email: string,
  language: Language = byKey(model.adults, by ?? family).language ?? 'en',
) {
  const token = `token-${newKey(model, 'n')}`
  const invitation: Invitation = {
    id: '',
    family,
    by,
    email,
    token,
    sentOn: model.today,
    expiresAt: inHours(model, 7 * 24),
    isOpen: true,
  }
  model.invitations.push(invitation)
  mail(model, email, 'family-invitation', { by, family, language })
  mailOthers(model, family, by, 'family-invited', email)
  return async (_: unknown, product: Product) => {
    const { id } = byKey(model.adults, family)
    invitation.id = await setInvitationToken(product, id, email, token)
    return undefined
  }
}
