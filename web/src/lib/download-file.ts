let lastUrl: string | undefined

/** Saves a file under the name. Its URL is valid until the next one's: Safari reads it only once the user agrees. */
export function saveFile(file: Blob, name: string): void {
  if (lastUrl) URL.revokeObjectURL(lastUrl)
  lastUrl = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = lastUrl
  link.download = name
  link.click()
}
