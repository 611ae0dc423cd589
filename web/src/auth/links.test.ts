import { describe, expect, it } from 'vitest'
import { readRecoveryLink, readVerificationToken } from './recovery-link'
import { returnPathOf } from './return-path'

describe('a recovery link', () => {
  const values = 'access_token=abc&refresh_token=def&type=recovery'
  it('is read from the fragment and from the query string', () => {
    const tokens = { access_token: 'abc', refresh_token: 'def' }
    expect(readRecoveryLink({ search: '', hash: `#${values}` })).toEqual(tokens)
    expect(readRecoveryLink({ search: `?${values}`, hash: '' })).toEqual(tokens)
    expect(readRecoveryLink({ search: '?reset=true', hash: `#${values}` })).toEqual(tokens)
  })

  it('is null without a token, and invalid without the type recovery', () => {
    for (const hash of ['', '#main', '#type=recovery', '#access_tokens=abc&type=recovery'])
      expect(readRecoveryLink({ search: '?reset=true', hash }), hash).toBeNull()
    for (const malformed of [
      'access_token=abc',
      'access_token=abc&refresh_token=def',
      'access_token=abc&refresh_token=def&type=',
      'access_token=abc&refresh_token=def&type=recover',
      'access_token=&refresh_token=def&type=recovery',
      'refresh_token=def&type=recovery',
      'access_token=abc&type=signup',
    ]) {
      expect(readRecoveryLink({ search: '', hash: `#${malformed}` }), malformed).toBe('invalid')
      expect(readRecoveryLink({ search: `?reset=true&${malformed}`, hash: '' }), malformed).toBe('invalid')
    }
  })

  it('verifies an email with the type signup only', () => {
    expect(readVerificationToken({ search: '', hash: '#access_token=abc&type=signup' })).toEqual({
      token: 'abc',
    })
    for (const malformed of [
      values,
      'access_token=abc',
      'access_token=abc&type=sign',
      'access_token=&type=signup',
    ])
      expect(readVerificationToken({ search: '', hash: `#${malformed}` }), malformed).toBe('invalid')
    for (const none of ['', '#main', '#type=signup'])
      expect(readVerificationToken({ search: '', hash: none }), none).toBeNull()
  })
})

describe('the return path after signing in', () => {
  it('leads to pages of this site only', () => {
    expect(returnPathOf({ from: '/children?x=1' }, '/')).toBe('/children?x=1')
    for (const from of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      7,
    ]) {
      expect(returnPathOf({ from }, '/'), String(from)).toBe('/')
    }
    expect(returnPathOf(null, '/admin/dashboard')).toBe('/admin/dashboard')
  })
})
