/** The link with a token in a mail, as text that a browser opens. */
export const linkIn = (links: readonly string[]): string => {
  const link = links.find((each) => each.includes('access_token='))
  if (!link) throw new Error('The mail has no link with a token')
  return link
}
