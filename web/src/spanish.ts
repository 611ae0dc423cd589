import { es as errors } from '@aftercare/domain/lib/texts/errors.es'
import { es as dayTypes } from '@aftercare/domain/months/texts/day-types.es'
import { es as availability } from '@aftercare/domain/months/texts/es'
import { es as pricing } from '@aftercare/domain/pricing/texts/es'
import { es as registrationMessages } from '@aftercare/domain/registration/texts/es'
import { es as browsers } from '@aftercare/domain/sessions/texts/es'
import { es as statementLines } from '@aftercare/domain/statement/texts/es'
import { es as submissionTitles } from '@aftercare/domain/submissions/texts/es'
import { es as signIn } from './auth/texts/es'
import { es as password } from './auth/texts/password.es'
import { es as recovery } from './auth/texts/recovery.es'
import { es as twoFactor } from './auth/texts/two-factor.es'
import { es as verification } from './auth/texts/verification.es'
import { es as childForm } from './features/children/texts/es'
import { es as languageChoice } from './features/language/texts/choice.es'
import { es as language } from './features/language/texts/es'
import { es as changePassword } from './features/profile/texts/change-password.es'
import { es as profileForm } from './features/profile/texts/es'
import { es as timeAgo } from './features/program/texts/es'
import { es as sessions } from './features/sessions/texts/es'
import { es as statement } from './features/statement/texts/es'
import { es as defaultAgreement } from './features/submissions/texts/agreement.es'
import { es as submissionParts } from './features/submissions/texts/es'
import { es as connection } from './lib/texts/connection.es'
import { es as session } from './lib/texts/es'
import { es as familyChange } from './lib/texts/family.es'
import { es as unsavedChanges } from './lib/texts/unsaved.es'
import { es as authPage } from './parent/auth/texts/es'
import { es as calendarFeed } from './parent/calendar-feed/texts/es'
import { es as children } from './parent/children/texts/es'
import { es as dashboard } from './parent/dashboard/texts/es'
import { es as dropIns } from './parent/drop-ins/texts/es'
import { es as family } from './parent/family/texts/es'
import { es as join } from './parent/family/texts/join.es'
import { es as claimDialog } from './parent/guest-claims/texts/claim-dialog.es'
import { es as guestClaims } from './parent/guest-claims/texts/es'
import { es as guestRegistration } from './parent/guest-links/texts/es'
import { es as guestPortal } from './parent/guest-portal/texts/es'
import { es as landing } from './parent/landing/texts/es'
import { es as dayChoices } from './parent/months/texts/es'
import { es as deleteAccount } from './parent/privacy/texts/delete-account.es'
import { es as privacy } from './parent/privacy/texts/es'
import { es as profile } from './parent/profile/texts/es'
import { es as registration } from './parent/registration/texts/es'
import { es as receipt } from './parent/registration/texts/receipt.es'
import { es as watchDialog } from './parent/seat-watches/texts/watch-dialog.es'
import { es as about } from './parent/site-content/texts/es'
import { es as cancelRequest } from './parent/submissions/texts/cancel-request.es'
import { es as submissions } from './parent/submissions/texts/es'
import { es as history } from './parent/submissions/texts/history.es'
import { es as withdraw } from './parent/submissions/texts/withdraw.es'
import { es as parentLayout } from './parent/texts/es'
import { es as guestDraft } from './parent/texts/guest-draft.es'
import { es as app } from './texts/es'
import { es as pageTitles } from './texts/titles.es'
import { es as paging } from './ui/data/texts/es'
import { es as conflict } from './ui/feedback/texts/conflict.es'
import { es as feedback } from './ui/feedback/texts/es'
import { es as field } from './ui/inputs/texts/es'
import { es as calendar } from './ui/month-calendar/texts/es'
import { es as ui } from './ui/texts/es'

/** Everything that parents and guests can read, as one file that is loaded only where Spanish was chosen. */
export const spanish = [
  about,
  app,
  authPage,
  availability,
  browsers,
  calendar,
  calendarFeed,
  cancelRequest,
  changePassword,
  childForm,
  children,
  claimDialog,
  conflict,
  dashboard,
  dayChoices,
  dayTypes,
  defaultAgreement,
  deleteAccount,
  dropIns,
  errors,
  family,
  familyChange,
  feedback,
  guestClaims,
  guestDraft,
  guestPortal,
  guestRegistration,
  history,
  join,
  landing,
  language,
  languageChoice,
  pageTitles,
  paging,
  parentLayout,
  password,
  pricing,
  privacy,
  profile,
  profileForm,
  receipt,
  recovery,
  registration,
  registrationMessages,
  session,
  sessions,
  signIn,
  statement,
  statementLines,
  submissionParts,
  submissions,
  submissionTitles,
  timeAgo,
  twoFactor,
  ui,
  connection,
  field,
  unsavedChanges,
  verification,
  watchDialog,
  withdraw,
]
