import type { Plan } from '../requests'
import * as absences from './absences'
import * as accountDeletion from './account-deletion'
import * as accountEdits from './account-edits'
import * as accountLinks from './account-links'
import * as addedFamilies from './added-families'
import * as applications from './applications'
import * as attendance from './attendance'
import * as audienceMessages from './audience-messages'
import * as billing from './billing'
import * as calendarFeed from './calendar-feed'
import * as cancellations from './cancellations'
import * as children from './children'
import * as dropIns from './drop-ins'
import * as families from './families'
import { undoFamilyImport } from './family-import-undo'
import * as familyImports from './family-imports'
import * as guestClaims from './guest-claims'
import * as invitations from './invitations'
import * as languages from './languages'
import * as months from './months'
import * as paymentImports from './payment-imports'
import * as payments from './payments'
import * as phoneRegistrations from './phone-registrations'
import * as registrations from './registrations'
import * as seatWatches from './seat-watches'
import * as signIn from './sign-in'
import * as signUps from './sign-ups'

/** How often each thing happens, and whether at the same moment as others. */
const act = (weight: number, plan: Plan, isSimultaneous = true) => ({ weight, plan, isSimultaneous })

export const PLANS = {
  register: act(12, registrations.register),
  'register as guest': act(4, registrations.registerAsGuest),
  'register by phone': act(4, phoneRegistrations.registerByPhone),
  'register guest by phone': act(2, phoneRegistrations.registerGuestByPhone),
  'edit days': act(10, registrations.editDays),
  'edit days as staff': act(5, registrations.editDaysAsStaff),
  // Alone: its link must not be made after an erasure.
  'edit days as guest': act(2, registrations.editDaysAsGuest, false),
  cancel: act(3, cancellations.cancelRegistration),
  'undo cancellation': act(3, cancellations.undoCancellation),
  'create cancel request': act(2, cancellations.createCancelRequest),
  // Alone: its link must not be made after an erasure.
  'create cancel request as guest': act(1, cancellations.createCancelRequestAsGuest, false),
  'decline cancel request': act(1, cancellations.declineCancelRequest),
  'drop in': act(5, dropIns.dropIn),
  'drop in as guest': act(2, dropIns.dropInAsGuest),
  'drop in by staff': act(3, dropIns.dropInByStaff),
  'drop in typed by staff': act(1, dropIns.dropInTypedByStaff),
  'remove drop-in': act(1, dropIns.removeDropIn),
  'withdraw drop-in': act(2, dropIns.withdrawDropIn),
  'require approval': act(0.7, dropIns.requireApproval, false),
  'answer drop-in': act(3, dropIns.answerDropIn),
  'create month': act(3, months.createMonth, false),
  publish: act(3, months.publish),
  'close days': act(2, months.closeDays),
  'retype days': act(3, months.retypeDays),
  'change seats': act(2, months.changeSeats),
  'message families': act(2, months.cancelDayByMessage),
  // Alone: who gets which mail depends on the order.
  'write to audience': act(3, audienceMessages.writeToAudience, false),
  reinstate: act(2, months.reinstateDay),
  'save prices': act(1, months.savePrices, false),
  'mark billed': act(4, billing.markBilled),
  'change billed': act(3, billing.changeBilled),
  'confirm fee': act(2, billing.confirmFee),
  'undo billing': act(2, billing.undoBilling),
  pay: act(8, payments.pay),
  reverse: act(3, payments.reverse),
  'apply payment': act(4, applications.applyPayment),
  'show balances': act(0.7, billing.showBalances, false),
  'move payment back': act(2, applications.moveBack),
  import: act(3, paymentImports.importPayments, false),
  'undo import': act(1, paymentImports.undoImport),
  mark: act(8, attendance.mark),
  'report absence': act(4, absences.reportAbsence),
  'take back absence': act(2, absences.takeBackAbsence),
  'add child': act(3, children.addChild),
  'add child by staff': act(2, children.addChildByStaff),
  'remove child': act(1, children.removeChild),
  'choose language': act(1, languages.chooseLanguage, false),
  invite: act(3, invitations.invite),
  'invite by staff': act(2, invitations.inviteByStaff),
  'invite again': act(1, invitations.inviteAgain),
  'cancel invitation': act(1, invitations.cancelInvitation),
  'add family': act(2, addedFamilies.addFamily, false),
  join: act(5, families.join),
  leave: act(1, families.leave),
  'remove adult': act(1, families.removeAdult),
  'delete account': act(4, accountDeletion.deleteAccount),
  'switch feed on': act(1, calendarFeed.switchFeedOn),
  'watch seat': act(4, seatWatches.watchSeat),
  claim: act(2, guestClaims.claim),
  'confirm email': act(8, accountLinks.confirmEmail),
  'choose password': act(3, accountLinks.choosePassword),
  'sign in': act(5, signIn.signIn),
  // Alone: who gets which mail depends on the order, which no answer tells.
  'sign up': act(2, signUps.signUp, false),
  'sign up by invitation': act(5, signUps.joinBySigningUp, false),
  'ask for confirmation': act(1, signUps.askForConfirmation, false),
  'reset password': act(1, accountLinks.resetPassword, false),
  'change status': act(3, accountEdits.changeStatus, false),
  'change email': act(2, accountEdits.changeEmail, false),
  'invite uninvited': act(1, familyImports.inviteUninvited, false),
  'invite parent': act(1, familyImports.inviteParent, false),
  // Alone: what changes between review and import is refused.
  'import families': act(3, familyImports.importFamilies, false),
  'undo family import': act(1.5, undoFamilyImport, false),
}

export type Act = keyof typeof PLANS
/** Time passes, the server is killed, or several do something at the same moment. */
export type StepName = Act | 'time' | 'kill' | 'together'
export const OTHER_WEIGHTS = { time: 22, kill: 0.5, together: 12 } as const
