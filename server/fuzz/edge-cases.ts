import fc from 'fast-check'

/** Values that programs often get wrong, as valid JSON. */

const LONE = String.fromCharCode(0xd800)
const NUL = String.fromCharCode(0)

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    NUL,
    `a${NUL}b`,
    LONE,
    `x${LONE}y`,
    '\u007f',
    '\u202e',
    '\ufeff',
    '\uffff',
    '👩‍👩‍👧‍👦',
    'ﬁ ß İ',
    '\r\nBcc: all@example.com',
    "' or 1=1 --",
    '"; drop table children; --',
    '%',
    '\\',
    '$1',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{constructor}}',
    '__proto__',
    'null',
    'NaN',
    '2026-02-30',
    '9999-12-31',
    '-0001-01-01',
    '00000000-0000-0000-0000-000000000000',
    '1e309',
    '=1+1',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 60, max: 300 }).map((length) => '🦊'.repeat(length)),
)

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1.005, 99_999_999.99, 1e8),
  fc.double(),
  fc.maxSafeInteger(),
)

const nested = fc.integer({ min: 1, max: 400 }).map((depth) => {
  let value: unknown = 'core'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
})

export const edgeCase: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 300 }) },
  { weight: 1, arbitrary: fc.dictionary(oddText, oddText, { maxKeys: 5 }) },
)

export { oddText }
