const made = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter costs a hundred times what using it does, so each kind is made once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  let format = made.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', options)
    made.set(key, format)
  }
  return format
}
