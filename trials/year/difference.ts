/** The model and the product disagree. */
export class Difference extends Error {}
