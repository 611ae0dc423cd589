import { FILE_ERRORS, MAX_RECORDS } from '@aftercare/domain/imports/import-limits'
import { isReportFooter, isTotals } from '@aftercare/domain/imports/import-table'
import { expect, test } from 'vitest'
import { readTable } from './read-table'

const KNOWN = new Set(['date', 'amount', 'payer'])
const read = (file: string | Buffer) => readTable(Buffer.from(file as string), KNOWN, isReportFooter)
const FILE = 'Date,Amount,Payer\r\n2026-11-03,20.00,José Núñez\r\n'
const EXPECTED = {
  headings: ['Date', 'Amount', 'Payer'],
  records: [{ line: 2, cells: ['2026-11-03', '20.00', 'José Núñez'] }],
}

test.each([
  ['UTF-8', Buffer.from(FILE)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${FILE}`)],
  ['UTF-16 little endian', Buffer.from(`\uFEFF${FILE}`, 'utf16le')],
  ['UTF-16 big endian', Buffer.from(`\uFEFF${FILE}`, 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from(FILE, 'utf16le')],
  ['Windows-1252', Buffer.from(FILE, 'latin1')],
  ['semicolons', Buffer.from(FILE.replaceAll(',', ';'))],
  ['tabs', Buffer.from(FILE.replaceAll(',', '\t'))],
  ['quoted fields', Buffer.from(FILE.replace('José Núñez', '"José Núñez"'))],
  ['line feeds only', Buffer.from(FILE.replaceAll('\r', ''))],
  ['a heading that ends otherwise than its lines', Buffer.from(FILE.replace(/\r\n$/, '\n'))],
  ['lines that end otherwise than their heading', Buffer.from(FILE.replace('\r\n', '\n'))],
  ['carriage returns only', Buffer.from(FILE.replaceAll('\n', ''))],
])('reads %s', (_, bytes) => {
  expect(read(bytes)).toEqual(EXPECTED)
})

test('a euro sign of Windows-1252 is read as one', () => {
  const bytes = Buffer.concat([Buffer.from('Date,Amount\n2026-11-03,'), Buffer.from([0x80, 0x35, 0x0a])])
  expect(read(bytes).records[0]?.cells[1]).toBe('€5')
})

test('quoted fields span lines, and each record knows the line it starts on', () => {
  const table = read('Date,Amount,Payer\n2026-11-03,20.00,"Ana\nSilva, ""Jr."""\n\n2026-11-04,5.00,Sam\n')
  expect(table.records).toEqual([
    { line: 2, cells: ['2026-11-03', '20.00', 'Ana\nSilva, "Jr."'] },
    { line: 5, cells: ['2026-11-04', '5.00', 'Sam'] },
  ])
})

test('lines below a heading that ends otherwise are records of their own', () => {
  const table = read('Date,Amount,Payer\r\n2026-11-03,60,Ana\n2026-11-04,70,"Bob\r\nJr."\n2026-11-05,80,Cy\n')
  expect(table.records).toEqual([
    { line: 2, cells: ['2026-11-03', '60', 'Ana'] },
    { line: 3, cells: ['2026-11-04', '70', 'Bob\nJr.'] },
    { line: 5, cells: ['2026-11-05', '80', 'Cy'] },
  ])
})

test('preamble, blank lines and totals are no records', () => {
  const table = read(`My Bank\nAccount,12345\nPeriod,11/01/2026,11/15/2026\n\n ,,\nDate,Amount,Payer
2026-11-03,20.00,Ana\n,,\n2026-11-04,5.00,Total Kids LLC\n\nTotal,25.00,\n"Grand total (2 payments)",25.00,\n*** End of report ***\n`)
  expect(table.headings).toEqual(['Date', 'Amount', 'Payer'])
  expect(table.records.map(({ cells }) => cells[2])).toEqual(['Ana', 'Total Kids LLC'])
})

test('a payer called Total in the first column is a record', () => {
  const table = read('Payer,Amount,Date\nTotal Kids LLC,5.00,2026-11-04')
  expect(table.records).toHaveLength(1)
})

test.each([
  ['王小明,王芳,wang(at)example.com', '王小明'],
  ['王小明,王芳,', '王小明'],
  ['Sum Yi,Chan Yi,chan(at)example.com', 'Sum Yi'],
  ['Total Kids,,', 'Total Kids'],
  ['Kofi,,', 'Kofi'],
])('the last line of a list of families stays, whatever it lacks: %s', (last, child) => {
  const file = `Child,Parent,Email\nAmara,Linh,linh@example.com\n${last}\nTotal,2,\n---,=====,\n`
  const { records } = readTable(Buffer.from(file), new Set(['child', 'parent', 'email']), isTotals)
  expect(records.map(({ cells }) => cells[0])).toEqual(['Amara', child])
})

test('the last line of a list of payments stays, also of a payer with other letters', () => {
  const payers = (last: string) =>
    read(
      `Payer,Amount,Date\nAna,5.00,2026-11-04\n${last}\nSum,5.00,\nSum of payments: 1,,\n=====,,\n`,
    ).records.map(({ cells }) => cells[0])
  expect(payers('王小明,6.00,soon')).toEqual(['Ana', '王小明'])
  expect(payers('Sum Yi,6.00,soon')).toEqual(['Ana', 'Sum Yi'])
})

const zip = (name: string) => `PK\u0003\u0004\u0014\0\0\0\u0008\0..........${name}`
test.each([
  ['a new spreadsheet', zip('[Content_Types].xml'), 'spreadsheet'],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'spreadsheet'],
  ['an OpenDocument spreadsheet', zip('mimetypeapplication/vnd.oasis.opendocument'), 'spreadsheet'],
  ['a ZIP archive', zip('payments.csv'), 'zip'],
  ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0]), 'zip'],
  ['a PDF', '%PDF-1.7 ...', 'pdf'],
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'picture'],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
  ['a photo of a phone', Buffer.from('\0\0\0\u0018ftypheic'), 'picture'],
  ['a web page', '<!DOCTYPE html><html><table>', 'webPage'],
  ['nothing', '', 'empty'],
  ['blank lines', ' \r\n\t\n', 'empty'],
  ['only a byte order mark', '\uFEFF', 'empty'],
  ['only a heading', 'Date,Amount,Payer\n\n', 'onlyHeading'],
  ['only a heading and a total', 'Date,Amount,Payer\nTotal,0.00,\n', 'onlyHeading'],
  ['NUL bytes', 'Date,Amount\n2026-11-03,2\0.00', 'unreadable'],
  ['control characters', 'Date,Amount\n2026-11-03,\u0007', 'unreadable'],
  ['bytes that no encoding has', Buffer.from([0x41, 0x2c, 0x81, 0x8d, 0x0a]), 'unreadable'],
  ['half a UTF-16 character', Buffer.from('\uFEFFDate,Amount\n1,\ud83d', 'utf16le'), 'unreadable'],
  ['a letter', 'Dear office,\nplease find enclosed the list.\nYours', 'notTable'],
  ['too many lines', `Date,Amount\n${'2026-11-03,1.00\n'.repeat(MAX_RECORDS + 1)}`, 'tooManyRecords'],
  ['far too many lines', `Date,Amount\n${'1,2\n'.repeat(1_000_000)}`, 'tooManyRecords'],
  ['a million line breaks', `${'\n'.repeat(4_900_000)}Date,Amount\n`, 'tooManyRecords'],
  ['far too many columns', `Date,Amount\n${','.repeat(4_000_000)}`, 'tooManyColumns'],
  ['too many bytes', 'x'.repeat(5_000_001), 'tooLarge'],
] as const)('%s gets its sentence', (_, file, error) => {
  expect(() => read(file as string)).toThrow(FILE_ERRORS[error])
})

test('5,000 lines with preamble and totals are not too many', () => {
  const table = read(`My Bank\n\nDate,Amount\n${'2026-11-03,1.00\n\n'.repeat(MAX_RECORDS)}Total,5000.00`)
  expect(table.records).toHaveLength(MAX_RECORDS)
})

test('a field of 4 MB and a quotation mark that is never closed name their line', () => {
  const long = `Date,Amount\n2026-11-03,"${'x'.repeat(4_000_000)}"\n`
  expect(() => read(long)).toThrow(/^Line 2 has a field of more than 10,000 characters/)
  const open = `Date,Amount,Payer\n2026-11-03,1.00,Ana\n2026-11-04,"2.00,Sam\n2026-11-05,3.00,Kim\n`
  expect(() => read(open)).toThrow(/^The quotation mark that opens on line 3 is never closed/)
})

test('a field that only begins with quoted words does not swallow the lines below it', () => {
  const file = (payer: string, next: string) =>
    `Date,Amount,Payer\n2026-11-03,1.00,Ana\n2026-11-04,2.00,${payer}\n2026-11-05,3.00,Kim\n2026-11-06,4.00,${next}\n`
  expect(() => read(file('"Nana" Silva', '"Carl"'))).toThrow(/^The quotation mark that opens on line 3/)
  expect(() => read(file('"Nana" Silva', 'Carl'))).toThrow(/^The quotation mark that opens on line 3/)
  expect(read(file('Ana "Nana" Silva', '"Carl"')).records.map(({ cells }) => cells[2])).toEqual([
    'Ana',
    'Ana "Nana" Silva',
    'Kim',
    'Carl',
  ])
  expect(read('Payer,Date,Amount\n"Nana" "Silva",2026-11-03,1.00\n').records[0]?.cells[0]).toBe(
    'Nana" "Silva',
  )
})
