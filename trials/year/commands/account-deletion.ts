import { mailsComposed } from '../compare-everything'
import { compareErasures, compareSentMails } from '../erasure'
import { type Adult, byKey, type Mail, type Model, type Submission } from '../model'
import type { Product } from '../product'
import { log, type Outcome, type Plan, presentAdults, someVisitor } from '../requests'
import { adultsOf, balanceOf, hasRecords, lastDayOf, unbilledOf } from '../rules'
import { endInvitations, endMembership } from './families'

/** Nothing is owed, nobody is here or booked for today or later; a first adult only once alone. */
export const deleteAccount: Plan = (model, pick) => {
  const candidates = presentAdults(model)
  const free = candidates.filter((adult) => refusedDeletion(model, adult).length === 0)
  // Of somebody who has children or was invited there is more to erase.
  const isInvited = ({ email }: Adult) => model.invitations.some((each) => each.email === email)
  const known = free.filter((each) => hasRecords(model, each.key) || isInvited(each))
  const adult = someVisitor(pick.chance(70) ? known : candidates, pick)
  // Somebody has to stay for the rest of the year.
  if (!adult || candidates.length < 5) return null
  return {
    who: adult.key,
    text: `${adult.email} deletes their account`,
    method: 'POST',
    path: '/own-data/delete-account',
    body: { password: adult.password ?? '' },
    isKeyed: false,
    prepare: mailsComposed(model),
    apply: (now) => {
      const stored = byKey(now.adults, adult.key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      const refusals = refusedDeletion(now, stored)
      return refusals.length > 0 ? { refusals } : erased(now, stored)
    },
  }
}

const bookedBy = (model: Model, adult: Adult) => model.submissions.filter((each) => isOf(adult, each))

/** A family's own, and what was sent as a guest with the address, once that is proved. */
const isOf = (adult: Adult, { family, guest }: Submission): boolean =>
  family === adult.key || (family === null && adult.isConfirmed && guest?.email === adult.email)

function refusedDeletion(model: Model, adult: Adult): string[] {
  const isShared = adult.joined === null && adultsOf(model, adult.key).length > 1
  const isBooked = bookedBy(model, adult).some((each) => (lastDayOf(each) ?? '') >= model.today)
  const isHere = bookedBy(model, adult).some(({ marks }) => {
    const mark = marks[model.today]
    return mark?.arrivedAt && !mark.leftAt
  })
  const owed = balanceOf(model, adult.key).due + unbilledOf(model, adult.key)
  return isShared || isBooked || isHere || owed > 0 ? ['account-in-use'] : []
}

function erased(model: Model, adult: Adult): Outcome {
  const own = bookedBy(model, adult)
  const named = [...own, ...model.removedDropIns.filter((each) => isOf(adult, each))]
  if (adult.joined !== null) endMembership(model, adult)
  const emails = emailsOf(model, adult)
  endInvitations(model, ({ family, by }) => [family, by].includes(adult.key))
  model.invitations = model.invitations.filter(({ email }) => !emails.includes(email))
  model.named = model.named.filter(({ family, email }) => family !== adult.key && !emails.includes(email))
  model.watches = model.watches.filter(({ family }) => family !== adult.key)
  for (const child of model.children) if (child.family === adult.key) child.isRemoved = true
  for (const submission of own) Object.assign(submission, { isErased: true, guest: null })
  const claimed = model.submissions.filter((each) => isClaimedFrom(model, adult, emails, each))
  for (const submission of claimed) nameNobody(submission)
  for (const link of model.links) if (link.adult === adult.key) link.isOpen = false
  const isNews = ({ by, template, family, invited }: Mail) =>
    family === adult.key ||
    (by === adult.key && template === 'family-invitation') ||
    (invited !== null && emails.includes(invited))
  model.mails = model.mails.filter(
    (sent) => !isMailTo(adult, emails, sent) && !isNews(sent) && !named.some(({ key }) => key === sent.about),
  )
  model.waitingEdits = model.waitingEdits
    .filter(({ about }) => !named.some(({ key }) => key === about))
    .map(({ about, by }) => ({ about, by: by === adult.key ? null : by }))
  for (const sent of model.mails)
    if ([sent.by, sent.owner].includes(adult.key) || claimed.some(({ key }) => key === sent.about))
      sent.isUncertain = true
  Object.assign(adult, { isErased: true, isSignedIn: false })
  if (adult.feed !== null) model.deadFeeds.push(adult.feed)
  adult.feed = null
  log(model, 'account.remove', adult.key, adult.key)
  const names = [
    adult.name,
    ...model.children.filter(({ family }) => family === adult.key).map(({ name }) => name),
  ]
  // Their lines are taken out of the list under review. A line with another email that has their name stays.
  model.familyLines = model.familyLines.filter(
    ({ email, second }) => ![email, second?.email ?? ''].some((each) => emails.includes(each.toLowerCase())),
  )
  return {
    submissions: [...own, ...claimed],
    learn: async (_, product) => [
      ...(await compareErasures(model, product)),
      ...(await compareSentMails(product, adult)),
      ...(await scanSubmissions(product, own, names)),
    ],
  }
}

/** What they sent as a guest and a family that they shared claimed, unless the email was then somebody else's. */
function isClaimedFrom(model: Model, adult: Adult, emails: string[], { family, guest }: Submission): boolean {
  if (family === null || guest === null || !adult.left.includes(family)) return false
  const others = presentAdults(model).filter(({ key }) => key !== adult.key)
  return emails.includes(guest.email) && !others.some(({ key }) => key === guest.claimedFrom)
}

/** The family keeps it, and its child. */
function nameNobody(submission: Submission): void {
  if (submission.guest) Object.assign(submission.guest, { name: '', email: '' })
  submission.version += 1
}

/** The address, and earlier ones that are nobody else's now. */
function emailsOf(model: Model, { email, earlierEmails }: Adult): string[] {
  const isOthers = (each: string) => presentAdults(model).some((adult) => adult.email === each)
  return [email, ...earlierEmails.filter((each) => !isOthers(each))]
}

/** Not from a time when the address was somebody else's; the news of a changed email in any case. */
const isMailTo = ({ key }: Adult, emails: readonly string[], { to, owner, template }: Mail): boolean =>
  owner === key ? template === 'email-changed' || emails.includes(to) : owner === null && emails.includes(to)

/** What has to stay of an erased family names nobody. */
async function scanSubmissions(product: Product, own: readonly Submission[], names: readonly string[]) {
  const bodies = await Promise.all(own.map(({ id }) => product.staff(`/admin/submissions/${id}`)))
  const texts = bodies.map(({ body }) => JSON.stringify(body))
  return names
    .filter((name) => texts.some((text) => text.includes(`"${name}"`)))
    .map((name) => `${name} is still named`)
}
