import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import {
  acceptedSteps,
  afterWrongCode,
  type FailedCodes,
  formatKey,
  formatRecoveryCode,
  lockedForMs,
  readCode,
  recoverySelector,
  STEP_SECONDS,
} from './two-factor'

const instant = (text: string) => (text === 'none' ? null : new Date(text).toISOString())

describe('two-factor sign-in', () => {
  test.each(rulesTable('two-factor.md', 'Which codes are accepted'))('$name', (row) => {
    const step = new Date(row.text('step of the code')).getTime() / 1000 / STEP_SECONDS
    expect(acceptedSteps(new Date(row.text('now'))).includes(step)).toBe(row.yes('accepted'))
  })

  test.each(rulesTable('two-factor.md', 'What is typed'))('$name', (row) => {
    expect(readCode(row.text('typed'))).toEqual({ kind: row.text('kind'), code: row.text('reads') })
  })

  test.each(rulesTable('two-factor.md', 'Wrong codes'))('$name', (row) => {
    const now = new Date(row.text('now'))
    const before = { wrong: Number(row.text('before')), lockedUntil: instant(row.text('lock ends')) }
    expect(lockedForMs(before, now)).toBe(0)
    expect(afterWrongCode(before, now)).toEqual({
      wrong: Number(row.text('wrong after')),
      lockedUntil: instant(row.text('locked until')),
    })
  })

  test('is unlocked when the lock expires, not a moment earlier', () => {
    const now = new Date('2026-11-16T14:00:00Z')
    let count: FailedCodes = { wrong: 0, lockedUntil: null }
    for (let n = 0; n < 5; n++) count = afterWrongCode(count, now)
    expect(lockedForMs(count, now)).toBe(15 * 60_000)
    expect(lockedForMs(count, new Date('2026-11-16T14:14:59.999Z'))).toBe(1)
    expect(lockedForMs(count, new Date('2026-11-16T14:15:00Z'))).toBe(0)
  })

  test('formats codes and keys in groups, and parses them again', () => {
    expect(formatRecoveryCode('abcdefghjkmn')).toBe('abcd-efgh-jkmn')
    expect(readCode(formatRecoveryCode('abcdefghjkmn')).code).toBe('abcdefghjkmn')
    expect(formatKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
    expect(recoverySelector('abcdefghjkmn')).toBe('abcd')
    expect([formatKey(''), formatRecoveryCode('')]).toEqual(['', ''])
  })
})
