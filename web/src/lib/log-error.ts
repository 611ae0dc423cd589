/** For failures that no person needs to hear of: they stand in the browser's console and nowhere else. */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(what, error)
}
