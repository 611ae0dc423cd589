/** The style of a link within a sentence, recognizable without its colour. */
export const LINK_IN_TEXT = 'font-semibold text-accent underline wrap-anywhere'
