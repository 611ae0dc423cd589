/** Saves a file under the name. Its URL is valid until the page is left: Safari reads it only once the user agrees. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
}
