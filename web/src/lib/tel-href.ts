const EXTENSION = /\s*(?:ext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i
const digitsOf = (text: string) => text.replace(/(?!^\+)[^\d]/g, '')

/** The link that calls a number, however it is written. An extension is dialled after a pause. */
export function telHref(phone: string): string {
  const extension = EXTENSION.exec(phone)
  const number = digitsOf(phone.slice(0, extension?.index))
  return extension ? `tel:${number},${extension[1]}` : `tel:${number}`
}
