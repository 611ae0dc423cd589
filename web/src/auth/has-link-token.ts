/** Whether the URL has the token of a mailed link. */
export const hasLinkToken = ({ search, hash }: { search: string; hash: string }): boolean =>
  /(access|refresh)_token=/.test(search + hash)
