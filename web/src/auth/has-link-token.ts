/** Whether the URL has the token of a mailed link: `access_token` or `refresh_token`. */
export const hasLinkToken = ({ search, hash }: { search: string; hash: string }): boolean =>
  (search + hash).includes('_token=')
