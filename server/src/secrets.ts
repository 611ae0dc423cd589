import { createHash, randomBytes } from 'node:crypto'

/** Random bits, 160 by default, safe in a cookie and in a URL. */
export const newSecret = (bytes = 20) => randomBytes(bytes).toString('base64url')

/** Only this hash of a secret is stored: read access to the database is not enough to use it. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
