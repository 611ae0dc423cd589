import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { browserLabel, readUserAgent } from './user-agent'

describe('a user agent', () => {
  test.each(rulesTable('sessions.md', 'Browsers'))('$name', (row) => {
    const userAgent = row.text('user agent')
    expect(browserLabel(readUserAgent(userAgent === 'none' ? null : userAgent))).toBe(row.text('reads'))
  })

  test('of a script is parsed like any other text', () => {
    expect(browserLabel(readUserAgent('<script>alert(1)</script> Firefox/1 Windows'))).toBe(
      'Firefox on Windows',
    )
  })
})
