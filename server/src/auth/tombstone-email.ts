/** Where a removed account's address stood: it reaches nobody, is never the same twice, and gives the old one free. */
export const tombstoneEmail = (accountId: string): string => `${accountId}@removed.invalid`
