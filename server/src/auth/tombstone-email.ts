export const TOMBSTONE_DOMAIN = '@removed.invalid'

/** Replaces a removed account's email: unique, undeliverable, and frees the old one. */
export const tombstoneEmail = (accountId: string): string => `${accountId}${TOMBSTONE_DOMAIN}`
