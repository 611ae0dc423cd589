import { createHash, randomBytes } from 'node:crypto'

/** 160 random bits, safe in a cookie and in a URL. */
export const newSecret = () => randomBytes(20).toString('base64url')

/** Only this hash of a secret is stored: read access to the database is not enough to use it. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
