import { AppError } from '../errors'

/** Nobody is charged another total than the form showed. Without one, as from earlier clients, nothing is compared. */
export function assertFeeShown(shownCents: number | undefined, totalCents: number): void {
  if (shownCents !== undefined && shownCents !== totalCents)
    throw new AppError('price-changed', { totalCents })
}
