export const en = {
  id: 'browsers' as const,
  unknown: 'Unknown browser',
  some: 'A browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
}
