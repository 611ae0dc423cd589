/** The looks of a link that stands in a sentence: to be told from it without its colour. */
export const LINK_IN_TEXT = 'font-semibold text-accent underline wrap-anywhere'
