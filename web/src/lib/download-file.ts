/** Hands a file to the browser to save under the name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
