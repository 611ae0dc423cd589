/** Saves a file under the name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
