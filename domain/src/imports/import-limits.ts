/** Limits of a file to import, with the sentence for each file that cannot be read. */
export const MAX_FILE_BYTES = 5_000_000
/** Below the heading. */
export const MAX_RECORDS = 5_000
export const MAX_COLUMNS = 200
export const MAX_CELL_LENGTH = 10_000

export const FILE_ERRORS = {
  tooLarge: 'This file is larger than 5 MB. Export a shorter period and import the parts one after another.',
  tooManyRecords:
    'This file has more than 5,000 lines. Export a shorter period and import the parts one after another.',
  tooManyColumns:
    'This file has more than 200 columns. Please choose a CSV file with one payment or child per line.',
  empty: 'This file is empty.',
  onlyHeading: 'This file has a heading, but no lines below it.',
  spreadsheet: 'This is a spreadsheet. Open it, save it as CSV, and choose that file.',
  pdf: 'This is a PDF. Please export a CSV file instead.',
  picture: 'This is a picture. Please choose a CSV file.',
  zip: 'This is a ZIP archive. Unpack it and choose the CSV file inside.',
  webPage: 'This is a web page, not a CSV file. Please export it as CSV.',
  unreadable: 'This file has characters that cannot be read. Please save it as CSV in UTF-8.',
  notTable:
    'This file has no columns. Please choose a CSV file with commas, semicolons or tabs between them.',
} as const

export const cellTooLong = (line: number) =>
  `Line ${line} has a field of more than 10,000 characters. A quotation mark may be missing there.`
export const unclosedQuote = (line: number) =>
  `The quotation mark that opens on line ${line} is never closed, so the lines below it cannot be read.`
