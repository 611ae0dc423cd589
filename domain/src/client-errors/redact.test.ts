import { describe, expect, it } from 'vitest'
import { framesOf, MAX_REPORT_BYTES, redactErrorText } from './redact'

describe('the text of an error', () => {
  it.each([
    [
      "Cannot read properties of undefined (reading 'days')",
      "Cannot read properties of undefined (reading 'days')",
    ],
    ["undefined is not an object (evaluating 'a.b.c')", "undefined is not an object (evaluating 'a.b.c')"],
    ['x is not a function', 'x is not a function'],
    [
      'Failed to load https://x.example/assets/board-page-Dx81_Ab2.js',
      'Failed to load /assets/board-page-Dx81_Ab2.js',
    ],
    [
      'Failed to load https://x.example/assets/registration-page-Dx81_Ab2.js:12:345',
      'Failed to load /assets/registration-page-Dx81_Ab2.js:12:345',
    ],
    ['useRegistrationFormDefaults is not a function', 'useRegistrationFormDefaults is not a function'],
    ["It doesn't start, and won't stop", "It doesn't start, and won't stop"],
    [' x is not a function\n', 'x is not a function'],
    [
      'Minified React error #418; visit https://react.dev/errors/418?args[]=Maya for more',
      'Minified React error #418; visit [url] for more',
    ],
  ])('keeps what explains it: %s', (text, redacted) => {
    expect(redactErrorText(text)).toBe(redacted)
  })

  it.each([
    ['a page with a secret', 'at https://x.example/guest-registration/Zk3-secret?lang=es#now', 'at [url]'],
    [
      'a path',
      'Failed to fetch /api/admin/parents/guest-ana%40x.example?search=Ana',
      'Failed to fetch [url]',
    ],
    ['a secret that looks like a file', 'https://x.example/?to=/assets/secret.js', '[url]'],
    ['a query behind a file', '/assets/start.js?token=abc', '/assets/start.js'],
    ['an email', 'No account of ana.diaz@x.example here', 'No account of [address] here'],
    ['an encoded email', 'ana%40x.example', '[address]'],
    ['an email that was encoded again', 'ana%2540x.example or ana%252540x.example', '[address] or [address]'],
    [
      'what was parsed',
      'Unexpected token \'M\', "Maya Diaz"... is not valid JSON',
      'Unexpected token \'M\', "…"... is not valid JSON',
    ],
    ['quoted text without its end', 'Unexpected "Maya Di', 'Unexpected "…"'],
    ['quoted words', "'Maya Diaz' is not a valid selector", "'…' is not a valid selector"],
    ['quoted words in a sentence', "No option 'Maya Diaz' here", "No option '…' here"],
    [
      'a regular expression',
      'Invalid regular expression: /Maya(/: Unterminated group',
      'Invalid regular expression: [url](/: Unterminated group',
    ],
    ['a phone number', 'for +1 (718) 555-0199', 'for […]'],
    ['a local phone number', 'for 718-555-0199', 'for […]'],
    ['an id', 'no row 3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'no row […]'],
    ['a secret', 'token Zk3aPq81LmN0xYw72BvC', 'token […]'],
    [
      'line breaks and control characters',
      'one\r\n{"level":60}\u0000\u001b[31m\u202e two',
      'one {"…":60} [31m two',
    ],
  ])('leaves out %s', (_, text, redacted) => {
    expect(redactErrorText(text)).toBe(redacted)
  })

  it('is read up to 2,000 characters', () => {
    const blanks = ' '.repeat(1990)
    expect(redactErrorText(`${blanks}x is empty and is not read`)).toBe('x is empty')
  })

  it('is bounded', () => {
    for (const part of ['a', '/', '"', "'", '@', '1-', 'a1', 'https://', '%25', '(']) {
      expect(redactErrorText(part.repeat(8000)).length).toBeLessThanOrEqual(500)
      expect(framesOf(part.repeat(8000))).toEqual([])
    }
  })
})

it.each([
  [
    'Chrome',
    'TypeError: Maya\n    at save (https://x.example/assets/a-1.js:1:23)\n    at async https://x.example/assets/b-2.js:4:5\n    at https://x.example/join/secret:1:2',
  ],
  [
    'Firefox and Safari',
    'save@https://x.example/assets/a-1.js:1:23\n@https://x.example/assets/b-2.js:4:5\n@https://x.example/join/secret:1:2',
  ],
])('the places of a stack trace of %s are those in our files', (_, stack) => {
  expect(framesOf(stack)).toEqual(['save (/assets/a-1.js:1:23)', '/assets/b-2.js:4:5'])
})

it.each([
  [
    'places of several digits',
    'save@https://x.example/assets/a-1.js:12:3456',
    ['save (/assets/a-1.js:12:3456)'],
  ],
  [
    'lines that end as those of Windows',
    'at save (https://x.example/assets/a-1.js:1:23)\r\nat https://x.example/assets/b-2.js:4:5\r\n',
    ['save (/assets/a-1.js:1:23)', '/assets/b-2.js:4:5'],
  ],
  [
    'no name from a message that looks like a place',
    'TypeError: no Maya Diaz (https://x.example/assets/a-1.js:1:23)',
    ['/assets/a-1.js:1:23'],
  ],
  ['no message that names a place', 'Error: /assets/a-1.js:1:23 failed for Maya', []],
  ['no other files', 'at save (https://x.example/assets/a-1.css:1:23)\nat chrome-extension://x/a.js:1:2', []],
])('a stack trace gives %s', (_, stack, frames) => {
  expect(framesOf(stack)).toEqual(frames)
})

it('a stack trace is read as far as a report may be long', () => {
  const frame = 'at save (/assets/a-1.js:1:23)'
  const filled = (length: number) => `${'\n'.repeat(length)}${frame}`
  expect(framesOf(filled(MAX_REPORT_BYTES - frame.length))).toEqual(['save (/assets/a-1.js:1:23)'])
  expect(framesOf(filled(MAX_REPORT_BYTES))).toEqual([])
})
