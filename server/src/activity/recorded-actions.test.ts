import { readdirSync, readFileSync } from 'node:fs'
import { kindOfAction } from '@aftercare/domain/activity/activity'
import { SENTENCED_ACTIONS } from '@aftercare/domain/activity/activity-sentences'
import { ACCESS } from '@aftercare/domain/auth/access'
import { MARK_CHANGES } from '@aftercare/domain/testing/mark-changes'
import { expect, it } from 'vitest'
import type { TwoFactorEvent } from '../mail/mail'

const SOURCE = new URL('../', import.meta.url)
const NAME = "'([a-z][a-z-]*\\.[a-z][a-z-]*)'"

/** In files that write to the log every text of the shape of an action is one, unless it is a right. */
function recordedActions(): Set<string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/test\.ts$|^activity\//.test(name),
  )
  const sources = files.map((name) => readFileSync(new URL(name, SOURCE), 'utf8'))
  const writing = sources.filter((source) =>
    /recordAudit(Entries)?\(|saveSettingForm\(|into audit_log/.test(source),
  )
  expect(writing.length).toBeGreaterThan(15)
  const all = writing.flatMap((source) =>
    [...source.matchAll(new RegExp(NAME, 'g'))].map((found) => found[1] ?? ''),
  )
  const named = writing.flatMap((source) =>
    [...source.matchAll(new RegExp(`(?:action: |recordAudit\\([^)]*?)${NAME}`, 'g'))].map(
      (found) => found[1] ?? '',
    ),
  )
  return new Set([...named, ...all.filter((name) => !(name in ACCESS)), ...composedActions(writing)])
}

/** Actions that are put together of a word and one of a few: every such place is known here, with all that it can say. */
function composedActions(sources: readonly string[]): string[] {
  const found = sources.flatMap((source) =>
    [...source.matchAll(/`([a-z-]+\.)\$\{/g)].map((match) => match[1] ?? ''),
  )
  expect(new Set(found)).toEqual(new Set(['mark.', 'two-factor.']))
  return [
    ...MARK_CHANGES.map((change) => `mark.${change.replaceAll('_', '-')}`),
    ...Object.keys(TWO_FACTOR_EVENTS).map((news) => `two-factor.${news}`),
  ]
}

const TWO_FACTOR_EVENTS: Record<TwoFactorEvent, true> = {
  on: true,
  off: true,
  reset: true,
  'new-codes': true,
  'recovery-used': true,
  locked: true,
}

it('every action that is recorded has a sentence and a kind', () => {
  const recorded = [...recordedActions()]
  expect(recorded).toContain('months.publish')
  expect(recorded).toContain('auth.sign-in')
  expect(recorded.filter((action) => !SENTENCED_ACTIONS.includes(action))).toEqual([])
  expect(recorded.filter((action) => kindOfAction(action) === null)).toEqual([])
})

it('every sentence describes an action that is recorded', () => {
  const recorded = recordedActions()
  expect(SENTENCED_ACTIONS.filter((action) => !recorded.has(action))).toEqual([])
})
