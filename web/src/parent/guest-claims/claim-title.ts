import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { en } from '@aftercare/domain/submissions/texts/en'
import { textsOf } from '../../language/language'
import type { GuestClaim } from './guest-claims.api'

/** "December 2026", or "Day Drop-In - Nov 20, 2026". */
export const claimTitle = ({ month_name, year, dropin_date }: GuestClaim) =>
  submissionTitle(month_name && year ? { month_name, year } : null, dropin_date, textsOf(en))
