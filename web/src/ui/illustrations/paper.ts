/** Colours of the cut-paper illustrations that are the same in both themes. Apart from the parts: every page has a logo. */
export const paper = {
  ink: '#20302d',
  wood: '#8a5a3b',
  marigold: '#ffc845',
  spruce: '#0e5a55',
  coral: '#e76f51',
  sky: '#7fb9e6',
  cream: '#fffaf0',
}
