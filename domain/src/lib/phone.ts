const MIN_DIGITS = 7

/** Whether a phone number can be called. The specified fields take whatever is typed, and so do imports. */
export const isPhone = (typed: string | null | undefined): typed is string =>
  (typed ?? '').replace(/\D/g, '').length >= MIN_DIGITS
