/** For errors that the user need not see: the browser's console only. */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(what, error)
}
