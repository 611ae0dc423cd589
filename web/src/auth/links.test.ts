import { describe, expect, it } from 'vitest'
import { readRecoveryTokens, readVerificationToken } from './recovery-link'
import { returnPathOf } from './return-path'

describe('a recovery link', () => {
  const values = 'access_token=abc&refresh_token=def&type=recovery'
  it('is read from the fragment and from the query string', () => {
    const tokens = { access_token: 'abc', refresh_token: 'def' }
    expect(readRecoveryTokens({ search: '', hash: `#${values}` })).toEqual(tokens)
    expect(readRecoveryTokens({ search: `?${values}`, hash: '' })).toEqual(tokens)
    expect(readRecoveryTokens({ search: '?reset=true', hash: `#${values}` })).toEqual(tokens)
  })

  it('is one only with a token and the type recovery', () => {
    for (const hash of [
      '',
      '#main',
      '#access_token=abc',
      '#type=recovery',
      '#access_token=abc&type=signup',
    ]) {
      expect(readRecoveryTokens({ search: '', hash }), hash).toBeNull()
    }
    expect(readVerificationToken({ search: '', hash: '#access_token=abc&type=signup' })).toBe('abc')
    expect(readVerificationToken({ search: '', hash: `#${values}` })).toBeNull()
  })
})

describe('the way back after signing in', () => {
  it('leads to pages of this site only', () => {
    expect(returnPathOf({ from: '/children?x=1' }, '/')).toBe('/children?x=1')
    for (const from of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      7,
    ]) {
      expect(returnPathOf({ from }, '/'), String(from)).toBe('/')
    }
    expect(returnPathOf(null, '/admin/dashboard')).toBe('/admin/dashboard')
  })
})
