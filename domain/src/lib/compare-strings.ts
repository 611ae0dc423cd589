/** By code unit, the same on every machine: for days, instants and ids, not for names. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
