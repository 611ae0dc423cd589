import { FILE_ERRORS, MAX_FILE_BYTES } from '@aftercare/domain/imports/import-limits'
import { ImportFileError } from './import-file-error'

type FileError = keyof typeof FILE_ERRORS

/** What is often chosen by mistake, by its first bytes. A spreadsheet is a ZIP archive with a certain file in it. */
const SIGNATURES: readonly (readonly [bytes: string, error: FileError])[] = [
  ['%PDF', 'pdf'],
  ['PK\u0003\u0004', 'zip'],
  ['PK\u0005\u0006', 'zip'],
  ['\u001f\u008b', 'zip'],
  ['7z\u00bc\u00af', 'zip'],
  ['Rar!\u001a', 'zip'],
  ['\u00d0\u00cf\u0011\u00e0', 'spreadsheet'],
  ['\u0089PNG', 'picture'],
  ['\u00ff\u00d8\u00ff', 'picture'],
  ['GIF8', 'picture'],
  ['II*\0', 'picture'],
  ['MM\0*', 'picture'],
]
const SPREADSHEET_PARTS = [
  '[Content_Types].xml',
  'xl/',
  'mimetypeapplication/vnd.oasis',
  'Index/Document.iwa',
]

function signatureError(bytes: Buffer): FileError | null {
  const start = bytes.toString('latin1', 0, 4096)
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1]
  if (found === 'zip' && SPREADSHEET_PARTS.some((part) => start.includes(part))) return 'spreadsheet'
  if (found) return found
  if (/^(RIFF....WEBP|....ftyp(heic|heix|mif1|avif))/s.test(start)) return 'picture'
  return /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|\?xml|table|svg)/i.test(start) ? 'webPage' : null
}

/** UTF-16 is recognised by its byte order mark, or by the zero bytes of every other position. */
function encodingsOf(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  sample.forEach((byte, n) => {
    if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even === 0) return ['utf-16le']
  if (even > sample.length / 4 && odd === 0) return ['utf-16be']
  return ['utf-8', 'windows-1252']
}

/** Control characters that no text has, and those of Windows-1252 that stand for nothing. */
const UNREADABLE = /[^\P{Cc}\n\r\t]/u

function decodeAs(bytes: Buffer, encoding: string): string | null {
  try {
    const text =
      encoding === 'windows-1252'
        ? decodeWindows1252(bytes)
        : new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return UNREADABLE.test(text) ? null : text
  } catch {
    return null
  }
}

/** The characters of the bytes 80 to 9F; five of them stand for nothing. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Not by TextDecoder: in Node 20 and 22 it decodes these bytes as ISO 8859-1. */
const decodeWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte)

/** Some programs end the heading otherwise than the lines below it. */
const withLineFeeds = (text: string) =>
  text.includes('\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\r', '\n')

/** The text of a CSV file in UTF-8, UTF-16 or Windows-1252, its lines ended by line feeds. */
export function decodeFile(bytes: Buffer): string {
  if (bytes.length > MAX_FILE_BYTES) throw new ImportFileError(FILE_ERRORS.tooLarge)
  const error = signatureError(bytes)
  if (error) throw new ImportFileError(FILE_ERRORS[error])
  for (const encoding of encodingsOf(bytes)) {
    const text = decodeAs(bytes, encoding)
    if (text === null) continue
    if (text.trim() === '') throw new ImportFileError(FILE_ERRORS.empty)
    return withLineFeeds(text)
  }
  throw new ImportFileError(FILE_ERRORS.unreadable)
}
