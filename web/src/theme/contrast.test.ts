import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

type Colours = Record<string, string>

/** `light-dark(#light, #dark)`, or one colour for both. */
const declared = [
  ...css.matchAll(/^ {2}--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/gm),
]
const light: Colours = Object.fromEntries(declared.map(([, name, colour]) => [name, colour]))
const dark: Colours = Object.fromEntries(declared.map(([, name, colour, inDark]) => [name, inDark ?? colour]))

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'surface-inset']
const openTypes = ['regular', 'noon', 'early']
const markedTypes = [...openTypes, 'no-school', 'unavailable']
const dayTypes = [...markedTypes, 'closed']
const on = (backs: string[], ...fronts: string[]) =>
  backs.flatMap((back) => fronts.map((front) => [front, back]))

const textPairs = [
  ...on(grounds, 'text', 'muted', 'accent', 'danger', 'success'),
  ...on(['accent-soft'], 'accent-ink', 'text', 'muted'),
  ...on(['warning-soft'], 'warning-ink', 'text'),
  ...on(['danger-soft'], 'danger-ink', 'text'),
  ...on(['info-soft'], 'info-ink', 'text'),
  ...on(['inverse'], 'on-inverse', 'inverse-muted', 'warning'),
  ...on(['accent', 'accent-hover'], 'on-accent'),
  ...on(['danger', 'danger-hover'], 'on-danger'),
  ...[...dayTypes, 'selected'].map((type) => [`day-${type}-ink`, `day-${type}`]),
  ['on-warning', 'warning'],
  ['on-paper-sky', 'paper-sky'],
  ['success-ink', 'success-soft'],
  ['on-inverse', 'inverse-active'],
  ['day-closed-ink', 'day-closed-hatch'],
]

const shapePairs = [
  ...on(grounds, 'line-strong'),
  ...[...markedTypes, 'selected'].map((type) => [`day-${type}-mark`, `day-${type}`]),
  ...markedTypes.map((type) => [`day-${type}-mark`, 'surface']),
  ...openTypes.flatMap((type) => on([`day-${type}`], 'day-original-mark', 'day-selected', 'focus')),
  ...on(['surface', 'ground'], 'day-selected', 'focus'),
  ['focus', 'surface-inset'],
  ['focus', 'focus-gap'],
  ['focus-gap', 'day-selected'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
]

function tooWeak(colours: Colours, pairs: (string | undefined)[][], least: number): string[] {
  return pairs.flatMap(([front = '', back = '']) => {
    const [a, b] = [colours[front], colours[back]]
    if (!a || !b) return [`${front} on ${back} names no colour`]
    const ratio = contrast(a, b)
    return ratio < least ? [`${front} on ${back} is ${ratio.toFixed(2)}`] : []
  })
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, colours) => {
  it('keeps every text at 4.5 to 1', () => {
    expect(tooWeak(colours, textPairs, 4.5)).toEqual([])
  })

  it('keeps every edge, mark and focus ring at 3 to 1', () => {
    expect(tooWeak(colours, shapePairs, 3)).toEqual([])
  })
})
