/** The email's link with a token. */
export const linkIn = (links: readonly string[]): string => {
  const link = links.find((each) => each.includes('access_token='))
  if (!link) throw new Error('The email has no link with a token')
  return link
}
