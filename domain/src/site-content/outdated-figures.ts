import { joinList } from '../lib/join-list'
import { formatUsd, formatUsdShort, parseSum } from '../lib/money'
import { formatTimeOfDay, type TimeOfDay } from '../lib/time-of-day'

/** Texts that name prices or pick-up times which are not in use. They are staff's own, so they are only pointed out. */

export type FiguresInUse = {
  regularCents: number
  specialCents: number
  /** Other prices of published months. */
  otherCents: readonly number[]
  dropInCents: number
  pickupTimes: readonly TimeOfDay[]
}

/** What a line is about decides what its figures mean: only there are they prices or times without more words. */
export type TextLine = { about: 'pricing' | 'hours' | 'anything'; text: string }
export type NamedText = { label: string; lines: readonly TextLine[] }

/** "About says $20 and $30; prices are $22.50 and $33.00" */
export function outdatedFigures({ label, lines }: NamedText, inUse: FiguresInUse): string[] {
  const { regularCents, specialCents, otherCents, dropInCents, pickupTimes } = inUse
  const prices = lines.flatMap(pricesIn)
  const days = prices.filter(({ isDropIn }) => !isDropIn).map(({ cents }) => cents)
  const dropIns = prices.filter(({ isDropIn }) => isDropIn).map(({ cents }) => cents)
  const dayPrices = [regularCents, specialCents]
  const sentence = <Figure>(
    named: readonly Figure[],
    shown: readonly Figure[],
    accepted: readonly Figure[],
    words: (wrong: Figure[], right: Figure[]) => string,
  ) => {
    const wrong = unique(named.filter((figure) => !accepted.includes(figure)))
    const unnamed = unique(shown.filter((figure) => !named.includes(figure)))
    return wrong.length > 0
      ? [`${label} says ${words(wrong, unnamed.length > 0 ? unnamed : unique(shown))}`]
      : []
  }
  const are = (figures: unknown[]) => (figures.length > 1 ? 'prices are' : 'price is')
  const says = (cents: number[]) => joinList(cents.map(formatUsdShort))
  const usd = (cents: number[]) => joinList(cents.map(formatUsd))
  const times = (figures: TimeOfDay[]) => joinList(figures.map((time) => formatTimeOfDay(time)))
  return [
    ...sentence(
      days,
      dayPrices,
      [...dayPrices, ...otherCents, dropInCents],
      (wrong, right) => `${says(wrong)}; ${are(right)} ${usd(right)}`,
    ),
    ...sentence(
      dropIns,
      [dropInCents],
      [dropInCents],
      (wrong, right) => `${says(wrong)}; drop-ins are ${usd(right)}`,
    ),
    ...sentence(
      lines.flatMap(timesIn),
      pickupTimes,
      pickupTimes,
      (wrong, right) => `${times(wrong)}; pick-up is ${times(right)}`,
    ),
  ]
}

const unique = <Figure>(figures: readonly Figure[]): Figure[] => [...new Set(figures)]

const AMOUNT =
  /\$\s?\d[\d,]*(?:\.\d{1,2})?(?![\d.]*\d)|(?<![\d.,$])\d[\d,]*(?:\.\d{1,2})?\s?(?:\$|USD\b|dollars\b|dólares\b)/gi
const OTHER_FEE =
  /\b(?:late|deposit|annual|year|month|week|semester|tuition|registration fee|discount|sibling|hour|minute|returned|check|penalty|balance|pick)|tarde|retras|depósito|anual|\baño|\bmes\b|mensual|semana|matrícula|descuento|herman|\bhora|minuto|multa|saldo|reco[gj]/i
const DAY_WORDS = /\b(?:day|daily|regular|special|noon|dismissal|early)|\bdía|diari|normal|especial|salida/i
const DROP_IN = /drop-?\s?in|suelto/i

/** Clauses end at a comma, a semicolon or a sentence; one without words belongs to the one before. */
function clausesOf(text: string): string[] {
  const clauses: string[] = []
  for (const part of text.split(/[;\n]|,(?!\d)|\.(?=\s)/)) {
    const isFigures = !/\p{L}/u.test(part)
    if (isFigures && clauses.length > 0) clauses[clauses.length - 1] += ` ${part}`
    else clauses.push(part)
  }
  return clauses
}

function pricesIn({ about, text }: TextLine): { cents: number; isDropIn: boolean }[] {
  if (about === 'hours') return []
  return clausesOf(text).flatMap((clause) => {
    const isDropIn = DROP_IN.test(clause)
    const isPrice = about === 'pricing' || isDropIn || DAY_WORDS.test(clause)
    if (!isPrice || OTHER_FEE.test(clause)) return []
    return [...clause.matchAll(AMOUNT)].flatMap(([amount]) => {
      const cents = parseSum(amount.replaceAll(/[^\d.]/g, ''))
      return cents === null ? [] : [{ cents, isDropIn }]
    })
  })
}

const TIME = /(?<![\d:.$/])(\d{1,2})(?::([0-5]\d))?(?:\s?([ap])\.?\s?m\b\.?)?(?![\d:])/gi
const PICKUP = /pick(?:ed|ing)?[\s-]*up|\bhours\b|reco[gj]|horario/i
const OTHER_HOURS = /office|oficina|\bcall\b|llam|phone|teléfono/i
const BEFORE_END =
  /(?:-|–|—|:|\b(?:to|until|till|by|at|is|after|past|a|es|hasta|antes de|después de))\s*(?:las?\s)?$/i
const BEFORE_START = /^\s*(?:-|–|—|to\b|until\b|till\b|a\b|hasta\b)\s*(?:las?\s)?\d/i

/** The ends of ranges, and single times said to be the pick-up. */
function timesIn({ about, text }: TextLine): TimeOfDay[] {
  const isAboutPickup =
    about === 'hours' || (about === 'anything' && PICKUP.test(text) && !OTHER_HOURS.test(text))
  if (!isAboutPickup) return []
  return [...text.matchAll(TIME)].flatMap(({ 0: all, 1: hour, 2: minute, 3: half, index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + all.length)]
    const isTime = minute !== undefined || half !== undefined
    if (!isTime || !BEFORE_END.test(before) || BEFORE_START.test(after)) return []
    const hours = afternoonHour(Number(hour), half?.toLowerCase())
    return hours === null ? [] : [`${hours}:${minute ?? '00'}`]
  })
}

/** Nobody is picked up in the morning; without "PM" 1 to 7 is the afternoon. */
function afternoonHour(hour: number, half: string | undefined): number | null {
  if (half === 'a' || hour > 23) return null
  if (half === 'p') return hour === 0 || hour > 12 ? null : hour === 12 ? 12 : hour + 12
  if (hour >= 12) return hour
  return hour >= 1 && hour <= 7 ? hour + 12 : null
}
