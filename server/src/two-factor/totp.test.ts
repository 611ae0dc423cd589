import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { independentCode } from '../../testing/independent-code'
import { acceptedStepsNow, codeAt, keyUri, matchingSteps, newKey } from './totp'

/** "12345678901234567890", the key of RFC 6238, appendix B. Its codes have eight digits: ours are the last six. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const RFC_CODES: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

describe('the codes of authenticator apps', () => {
  it.each(RFC_CODES)('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(codeAt(RFC_KEY, Math.floor(seconds / 30))).toBe(code.slice(2))
    expect(independentCode(RFC_KEY, seconds * 1000, 8)).toBe(code)
  })

  it('match an independent implementation for any key and time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (step) => {
        const key = newKey()
        expect(codeAt(key, step)).toBe(independentCode(key, step * 30_000))
      }),
      { numRuns: 200 },
    )
  })

  // If installed (`apt-get install oathtool`); otherwise the two tests above are enough.
  if (hasOathtool)
    it('match oathtool', () => {
      for (let n = 0; n < 20; n++) {
        const [key, step] = [newKey(), 50_000_000 + n * 987_654]
        const { stdout } = spawnSync('oathtool', ['--totp', '-b', key, '--now', `@${step * 30}`], {
          encoding: 'utf8',
        })
        expect(stdout.trim()).toBe(codeAt(key, step))
      }
    })

  it('match the accepted steps and no other', () => {
    const key = newKey()
    expect(matchingSteps(key, codeAt(key, 1000), [999, 1000, 1001])).toContain(1000)
    expect(matchingSteps(key, codeAt(key, 1000), [2000, 2001])).not.toContain(1000)
    expect(matchingSteps(key, '12345', [1000])).toEqual([])
  })

  it('also accept the real time, only if the clock was set for a demo', () => {
    const now = () => new Date('2031-03-03T18:00:00Z')
    const realNow = Math.floor(new Date('2026-11-16T14:00:00Z').getTime() / 30_000)
    const offsetMs = now().getTime() - realNow * 30_000
    expect(acceptedStepsNow({ now, offsetMs })).toContain(realNow)
    expect(acceptedStepsNow({ now, offsetMs: 0 })).toHaveLength(3)
    expect(acceptedStepsNow({ now, offsetMs: 5_000 })).toHaveLength(3)
  })

  it('are set up with an otpauth URI whose names are escaped', () => {
    const uri = new URL(keyUri(RFC_KEY, 'Kite & Co', 'rosa+x@example.com'))
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain('Kite & Co:rosa+x@example.com')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: RFC_KEY,
      issuer: 'Kite & Co',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(newKey()).toMatch(/^[A-Z2-7]{32}$/)
  })
})
