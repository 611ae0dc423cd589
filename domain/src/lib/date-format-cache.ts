const cache = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs a hundred times as much as using it, so each is created once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  let format = cache.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', options)
    cache.set(key, format)
  }
  return format
}
