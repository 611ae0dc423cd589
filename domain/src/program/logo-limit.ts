/** Of the picture as it is sent. */
export const MAX_LOGO_BYTES = 1_000_000

export const LOGO_TOO_LARGE = 'The logo can have up to 1 MB. Please choose a smaller file.'
