export const CHROMIUM_FLAGS: string[]
export function findChromium(): Promise<string | null>
export function ensureChromium(): Promise<string>
