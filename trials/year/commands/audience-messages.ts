import { query } from '../../lib/programme'
import { differences } from '../compare'
import { waitForMails } from '../compare-everything'
import { type Adult, byKey, type Mail, type Model, type Month } from '../model'
import type { Product } from '../product'
import { log, mail, mailAdult, type Outcome, type Plan, presentAdults } from '../requests'
import { balanceOf, familyOf, mailedAdults } from '../rules'
import { isLimitReached } from './months'
import { isReplaceable } from './sign-ups'

/** Staff write to families who are not those of a day. */

type Audience = 'active' | 'month' | 'owe'
/** Who is written to: families by their first adults, and guests by their email. */
type Written = { families: string[]; guests: string[] }

/** Who has a family of their own, used or only invited; a sign-up that nobody confirmed and that has nothing may be anybody's. */
const activeFamilies = (model: Model): Written => {
  const firsts = presentAdults(model).filter((adult) => adult.joined === null && !isReplaceable(model, adult))
  return { families: firsts.filter(({ status }) => status === 'active').map(({ key }) => key), guests: [] }
}

/** Cancelled registrations do not count. */
function registeredFor(model: Model, month: string): Written {
  const registered = model.submissions.filter((each) => each.month === month && !each.cancellation)
  return {
    families: registered.flatMap(({ family, isErased }) => (family === null || isErased ? [] : [family])),
    guests: registered.flatMap(({ family, guest }) => (family === null && guest ? [guest.email] : [])),
  }
}

/** Whatever their status: who owes has to hear of it. */
const owing = (model: Model): Written => ({
  families: presentAdults(model)
    .map(({ key }) => key)
    .filter((key) => balanceOf(model, key).due > 0),
  guests: [],
})

function writtenTo(model: Model, audience: Audience, month: Month | undefined): Written {
  if (audience === 'active') return activeFamilies(model)
  return audience === 'owe' ? owing(model) : registeredFor(model, month?.key ?? '')
}

export const writeToAudience: Plan = (model, pick) => {
  const audience = pick.of(['active', 'month', 'month', 'owe', 'owe'] as const) ?? 'active'
  const month = pick.of(model.months)
  if (!month) return null
  // Known by its subject.
  const subject = `News ${model.step}`
  return {
    who: 'staff',
    text: `staff write to the families: ${audience === 'month' ? month.key : audience}`,
    method: 'POST',
    path: '/admin/family-messages/audience',
    body: {
      audience,
      ...(audience === 'month' && { month_id: month.id }),
      subject,
      text: 'Please read this.',
    },
    isKeyed: true,
    apply: (now) => {
      if (isLimitReached(now)) return { refusals: ['too-many-messages'] }
      if (audience === 'owe' && !now.areBalancesShown) return { refusals: ['balances-not-shown'] }
      return write(now, writtenTo(now, audience, month), audience, subject)
    },
  }
}

/** One mail per address: an account's rather than a guest's. */
function write(model: Model, { families, guests }: Written, audience: Audience, subject: string): Outcome {
  if (families.length + guests.length === 0) return { refusals: ['nobody-to-email'] }
  model.messages[model.today] = (model.messages[model.today] ?? 0) + 1
  const before = model.mails.length
  const adults = new Set(families.flatMap((family) => mailedAdults(model, family)))
  for (const adult of adults) mailAdult(model, adult, 'family-message', languageOf(model, adult, audience))
  const known = new Set([...adults].map(({ email }) => email))
  for (const email of new Set(guests))
    if (!known.has(email)) mail(model, email, 'family-message', { language: 'en' })
  const mails = model.mails.slice(before)
  for (const each of mails) each.isUndated = true
  log(model, 'family-message.send', 'staff', null)
  return {
    learn: async (body, product) => [
      ...differences(
        subject,
        { families: body.families },
        { families: countFamilies(model, families, guests) },
      ),
      ...(await compareMessage(model, product, subject, mails)),
    ],
  }
}

/** A guest with the email of a first adult is that family; with that of another adult a family of its own. */
function countFamilies(model: Model, families: readonly string[], guests: readonly string[]): number {
  return new Set([...families.map((key) => byKey(model.adults, key).email), ...guests]).size
}

/** One's own, else the first adult's; of those of a month also the submission's, which the model does not know. */
function languageOf(model: Model, adult: Adult, audience: Audience): Partial<Mail> {
  const language = adult.language ?? byKey(model.adults, familyOf(adult)).language
  return language || audience !== 'month' ? { language: language ?? 'en' } : {}
}

async function compareMessage(
  model: Model,
  product: Product,
  subject: string,
  mails: readonly Mail[],
): Promise<string[]> {
  await waitForMails(product, model)
  const rows = await query<{ to: string; language: string; isHeld: boolean }>(
    product.databaseUrl,
    `select to_email as "to", content ->> 'language' as language, state = 'held' as "isHeld"
      from outbox where template = 'family-message' and subject = $1`,
    [subject],
  )
  const isKnown = (to: string) => mails.some((each) => each.to === to && each.language !== null)
  const textOf = (to: string, language: string | null, isHeld: boolean) =>
    `${to}${isKnown(to) ? ` in ${language}` : ''}${isHeld ? ', held' : ''}`
  const found = rows.map(({ to, language, isHeld }) => textOf(to, language, isHeld))
  const wanted = mails.map(({ to, language, state }) => textOf(to, language, state === 'held'))
  return differences(subject, { mails: found.sort() }, { mails: wanted.sort() })
}
