import { createHash, randomBytes } from 'node:crypto'

/** 160 bits of chance, safe in a cookie and in a URL. */
export const newSecret = () => randomBytes(20).toString('base64url')

/** What is stored of a secret: whoever reads the database cannot use it. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
