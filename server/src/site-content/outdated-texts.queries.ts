import { PICKUP_WEEKDAYS, readPickupTimes } from '@aftercare/domain/board/pickup-times'
import { typePriceCents } from '@aftercare/domain/pricing/fees'
import { type About, readAbout } from '@aftercare/domain/site-content/about'
import {
  defaultAgreementItems,
  parseAgreementLine,
  readAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import { defaultSpanishAbout } from '@aftercare/domain/site-content/default-spanish'
import {
  type NamedText,
  outdatedFigures,
  type TextLine,
} from '@aftercare/domain/site-content/outdated-figures'
import { readSpanishAbout } from '@aftercare/domain/site-content/spanish-about'
import { readSpanishItems } from '@aftercare/domain/site-content/spanish-items'
import type { Queryable } from '../db/client'
import { findVersionedSetting } from '../db/settings'
import { findShownPrices, pricesOf } from '../months/prices.queries'
import { findDropInPrices } from '../pricing/drop-in-prices.queries'
import { findSiteContent } from './site-content.queries'

const SETTINGS = '/admin/settings'
const AGREEMENTS = [
  ['registration_agreement', 'Registration agreement', `${SETTINGS}?tab=agreements`],
  ['dropin_agreement', 'Drop-in agreement', `${SETTINGS}?tab=agreements&agreement=drop-in`],
] as const

type LinkedText = NamedText & { to: string }

/** What About and the agreements say of prices and pick-up times that are not in use, with where to change it. */
export async function listOutdatedTexts(
  db: Queryable,
  contactEmail: string,
): Promise<{ text: string; to: string }[]> {
  const pickup = await findVersionedSetting(db, 'pickup_times')
  const times = readPickupTimes(pickup.value)
  const prices = (await findShownPrices(db)).map(pricesOf)
  const cents = prices.map((each) => [typePriceCents(each, 'regular'), typePriceCents(each, 'noon')] as const)
  const [[regularCents, specialCents] = [0, 0]] = cents
  const inUse = {
    regularCents,
    specialCents,
    otherCents: cents.flat(),
    dropInCents: (await findDropInPrices(db)).familyCents,
    pickupTimes: [...PICKUP_WEEKDAYS, 'special' as const].map((key) => times[key]),
  }
  const texts = [
    ...(await aboutTexts(db, contactEmail, pickup.version > 0)),
    ...(await Promise.all(AGREEMENTS.map((agreement) => agreementTexts(db, contactEmail, agreement)))).flat(),
  ]
  return texts.flatMap((each) => outdatedFigures(each, inUse).map((text) => ({ text, to: each.to })))
}

/** The hours as shipped are compared only once staff have saved the pick-up times. */
async function aboutTexts(
  db: Queryable,
  contactEmail: string,
  areTimesSaved: boolean,
): Promise<LinkedText[]> {
  const stored = await findSiteContent(db, 'about_aftercare')
  const spanish = readSpanishAbout(stored?.spanish)?.text
  const shipped = [readAbout(null, contactEmail), defaultSpanishAbout(contactEmail)].map(
    (a) => a.program_hours,
  )
  const lines = ({ description, pricing, program_hours }: About): TextLine[] => [
    { about: 'anything', text: description },
    { about: 'pricing', text: pricing },
    ...(areTimesSaved || !shipped.includes(program_hours)
      ? [{ about: 'hours' as const, text: program_hours }]
      : []),
  ]
  const english = { label: 'About', to: SETTINGS, lines: lines(readAbout(stored, contactEmail)) }
  return spanish ? [english, { label: 'About (Español)', to: SETTINGS, lines: lines(spanish) }] : [english]
}

async function agreementTexts(
  db: Queryable,
  contactEmail: string,
  [section, label, to]: (typeof AGREEMENTS)[number],
): Promise<LinkedText[]> {
  const stored = await findSiteContent(db, section)
  const lines = (items: readonly string[]): TextLine[] =>
    items.map((item) => ({ about: 'anything', text: parseAgreementLine(item).text }))
  const items = readAgreementItems(stored?.content) ?? defaultAgreementItems(section, contactEmail)
  const spanish = readSpanishItems(stored?.spanish)?.text
  const english = { label, to, lines: lines(items) }
  return spanish ? [english, { label: `${label} (Español)`, to, lines: lines(spanish) }] : [english]
}
