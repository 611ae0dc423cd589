/** Money leaves the server in dollars, as its columns hold it. */
export const inDollars = (cents: number) => cents / 100
export const inDollarsOrNull = (cents: number | null) => (cents === null ? null : inDollars(cents))
