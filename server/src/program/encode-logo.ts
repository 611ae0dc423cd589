import { createHash } from 'node:crypto'
import { MAX_LOGO_BYTES } from '@aftercare/domain/program/logo-limit'
import type { Sharp } from 'sharp'
import { AppError } from '../errors'
import type { Services } from '../http/context'

/** Fits into a square of this size. */
const MAX_SIDE = 1_024

/** Decoding needs several bytes of memory per pixel, whatever the file's size. */
const MAX_PIXELS = 12_000_000

const TIMEOUT_SECONDS = 10

/**
 * The picture as a PNG of our own making: what was sent is never served. Loads the image library on first use, which
 * most programmes need once.
 */
export function encodeLogo(
  sent: Buffer,
  { logoSemaphore }: Pick<Services, 'logoSemaphore'>,
): Promise<{ id: string; picture: Buffer }> {
  if (sent.length > MAX_LOGO_BYTES) throw new AppError('logo-too-large')
  // Before any decoder sees it. Of the formats that the library reads, some can refer to other files.
  if (!isSupported(sent)) throw new AppError('logo-not-a-picture')
  return logoSemaphore(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    const { width, height, pages = 1 } = await readable(sharp(sent, { limitInputPixels: false }).metadata())
    if (pages > 1 || isAnimatedPng(sent)) throw new AppError('logo-animated')
    if (width * height > MAX_PIXELS)
      throw new AppError('logo-too-many-pixels', { max: MAX_PIXELS / 1_000_000 })
    const picture = await readable(fitted(sharp(sent, { limitInputPixels: MAX_PIXELS })).toBuffer())
    return { id: createHash('sha256').update(picture).digest('hex').slice(0, 32), picture }
  })
}

/** Upright, in sRGB and without metadata, such as where a photo was taken. Few colours keep it small for phones. */
const fitted = (picture: Sharp): Sharp =>
  picture
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, effort: 7 })
    .timeout({ seconds: TIMEOUT_SECONDS })

/** The decoder's own error says nothing to staff. */
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError('logo-not-a-picture')
  })

/** By its first bytes, whatever its name and type say. */
function isSupported(file: Buffer): boolean {
  const starts = (bytes: string, at = 0) => file.toString('latin1', at, at + bytes.length) === bytes
  return starts('\x89PNG\r\n\x1a\n') || starts('\xff\xd8\xff') || (starts('RIFF') && starts('WEBP', 8))
}

/** The library shows the first frame only. The chunk comes before the pixels. */
function isAnimatedPng(file: Buffer): boolean {
  const chunk = file.indexOf('acTL')
  return file.toString('latin1', 1, 4) === 'PNG' && chunk !== -1 && chunk < file.indexOf('IDAT')
}
