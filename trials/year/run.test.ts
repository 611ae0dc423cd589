import { describe, expect, it } from 'vitest'
import { rehearse, stepsOf } from './run'
import type { Step } from './step'

describe('the steps of a year', () => {
  const people = ['Ann', 'Ben', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo'].map((name) => ({
    id: name,
    name,
    email: `${name}@example.com`,
    cookie: name,
  }))
  const steps = stepsOf(5, 600)
  const texts = new Map(rehearse(people, steps))
  const textsWithout = (isLeftOut: (step: Step, text: string) => boolean) => {
    const kept = steps.filter((step) => !isLeftOut(step, texts.get(step.data.position) ?? ''))
    const unchanged = [...rehearse(people, kept)].filter(([position, text]) => texts.get(position) === text)
    return { share: unchanged.length / kept.length, count: kept.length }
  }

  it('are the same again for the same seed', () => {
    expect(new Map(rehearse(people, stepsOf(5, 600)))).toEqual(texts)
  })

  it('open three months and register children', () => {
    const sent = [...texts.values()]
    expect(sent.slice(0, 6).map((text) => text.slice(0, 28))).toEqual([
      'staff create 2026-08',
      'staff save 2026-08: publish ',
      'staff create 2026-09',
      'staff save 2026-09: publish ',
      'staff create 2026-10',
      'staff save 2026-10: publish ',
    ])
    expect(sent.filter((text) => text.includes(' registers ')).length).toBeGreaterThan(20)
  })

  it('happen at their own time if those in which time passes are left out', () => {
    const { share, count } = textsWithout(({ data }) => data.name === 'time')
    expect(count).toBeLessThan(580)
    expect(share).toBe(1)
  })

  it('stay the same if those about attendance are left out', () => {
    const { share, count } = textsWithout(
      (_, text) => text.startsWith('staff mark s') && text.includes(' on 20'),
    )
    expect(count).toBeLessThan(steps.length)
    expect(share).toBeGreaterThan(0.97)
  })

  it('mostly stay the same if one is left out', () => {
    const shares = [60, 75, 90, 105].map(
      (position) => textsWithout(({ data }) => data.position === position).share,
    )
    expect(shares.reduce((total, share) => total + share) / shares.length).toBeGreaterThan(0.9)
  })
})
