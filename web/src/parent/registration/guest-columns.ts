/** The field that the server calls "guest_parent_name" is "parentName" in a form. */
export const guestColumn = (name: string) =>
  `guest_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
