import { activityRoutes } from './activity/activity.routes'
import { adminsRoutes } from './admins/admins.routes'
import { staffSessionsRoutes } from './admins/staff-sessions.routes'
import { attendanceRoutes } from './attendance/attendance.routes'
import { authRoutes } from './auth/auth.routes'
import { emailLinkRoutes } from './auth/email-link.routes'
import { roleRoutes } from './auth/role.routes'
import { balanceRoutes } from './balance/balance.routes'
import { absenceRoutes } from './board/absence.routes'
import { boardRoutes } from './board/board.routes'
import { lateRoutes } from './board/late.routes'
import { pickupTimesRoutes } from './board/pickup-times.routes'
import { calendarFeedRoutes } from './calendar-feed/calendar-feed.routes'
import { cancelledDaysRoutes } from './cancelled-days/cancelled-days.routes'
import { chartsRoutes } from './charts/charts.routes'
import { childrenAdminRoutes } from './children/children.admin.routes'
import { childrenRoutes } from './children/children.routes'
import { clientErrorsRoutes } from './client-errors/client-errors.routes'
import { compatRoutes } from './compat/compat.routes'
import { dashboardRoutes } from './dashboard/dashboard.routes'
import { ownDashboardRoutes } from './dashboard/own-dashboard.routes'
import { dropInApprovalRoutes } from './drop-ins/approval.routes'
import { dropInsAdminRoutes } from './drop-ins/drop-ins.admin.routes'
import { dropInsRoutes } from './drop-ins/drop-ins.routes'
import { guestWithdrawalRoutes } from './drop-ins/guest-withdrawal.routes'
import { familyAdminRoutes } from './family/family.admin.routes'
import { familyRoutes } from './family/family.routes'
import { joinRoutes } from './family/join.routes'
import { familyImportsRoutes } from './family-imports/family-imports.routes'
import { familyMessagesRoutes } from './family-messages/family-messages.routes'
import { guestClaimsRoutes } from './guest-claims/guest-claims.routes'
import { sameChildRoutes } from './guest-claims/same-child-answers.routes'
import { guestConfirmationRoutes } from './guest-confirmation/guest-confirmation.routes'
import { healthRoutes } from './health/health.routes'
import { routes } from './http/route'
import { importedFamiliesRoutes } from './imported-families/imported-families.routes'
import { liveRoutes } from './live/live.routes'
import type { Mail } from './mail/mail'
import { mailRoutes } from './mail/mail.routes'
import { saveMonthRoutes } from './month-editor/save-month.routes'
import { defaultSeatsRoutes } from './months/default-seats.routes'
import { monthsAdminRoutes } from './months/months.admin.routes'
import { monthsRoutes } from './months/months.routes'
import { parentsRoutes } from './parents/parents.routes'
import { paymentImportsRoutes } from './payment-imports/payment-imports.routes'
import { paymentsRoutes } from './payments/payments.routes'
import { pricingRoutes } from './pricing/pricing.routes'
import { erasureRoutes } from './privacy/erasure.routes'
import { formerFamiliesRoutes } from './privacy/former-families.routes'
import { privacyRoutes } from './privacy/privacy.routes'
import { profileRoutes } from './profile/profile.routes'
import { programAdminRoutes } from './program/program.admin.routes'
import { programRoutes } from './program/program.routes'
import { registrationAdminRoutes } from './registration/registration.admin.routes'
import { registrationRoutes } from './registration/registration.routes'
import { seatWatchesRoutes } from './seat-watches/seat-watches.routes'
import { sessionsRoutes } from './sessions/sessions.routes'
import { siteContentAdminRoutes } from './site-content/site-content.admin.routes'
import { siteContentRoutes } from './site-content/site-content.routes'
import { statementRoutes } from './statement/statement.routes'
import { statementDetailsRoutes } from './statement/statement-details.routes'
import { guestCancelRequestRoutes } from './submissions/guest-cancel-request.routes'
import { guestEditRoutes } from './submissions/guest-edit.routes'
import { guestLinksRoutes } from './submissions/guest-links.routes'
import { submissionsAdminRoutes } from './submissions/submissions.admin.routes'
import { submissionsRoutes } from './submissions/submissions.routes'
import { twoFactorRoutes } from './two-factor/two-factor.routes'

/** Every API route. The web client infers its types from here. */
export const api = routes()
  .basePath('/api')
  .route('/', healthRoutes)
  .route('/', clientErrorsRoutes)
  .route('/', programRoutes)
  .route('/', siteContentRoutes)
  .route('/', authRoutes)
  .route('/', emailLinkRoutes)
  .route('/', roleRoutes)
  .route('/', profileRoutes)
  .route('/', sessionsRoutes)
  .route('/', childrenRoutes)
  .route('/', monthsRoutes)
  .route('/', registrationRoutes)
  .route('/', guestCancelRequestRoutes)
  .route('/', guestWithdrawalRoutes)
  .route('/', guestEditRoutes)
  .route('/', submissionsRoutes)
  .route('/', dropInsRoutes)
  .route('/', seatWatchesRoutes)
  .route('/', absenceRoutes)
  .route('/', statementRoutes)
  .route('/', balanceRoutes)
  .route('/', guestLinksRoutes)
  .route('/', guestConfirmationRoutes)
  .route('/', guestClaimsRoutes)
  .route('/', sameChildRoutes)
  .route('/', familyRoutes)
  .route('/', joinRoutes)
  .route('/', privacyRoutes)
  .route('/', calendarFeedRoutes)
  .route('/', ownDashboardRoutes)
  .route('/', dashboardRoutes)
  .route('/', chartsRoutes)
  .route('/', monthsAdminRoutes)
  .route('/', cancelledDaysRoutes)
  .route('/', saveMonthRoutes)
  .route('/', defaultSeatsRoutes)
  .route('/', registrationAdminRoutes)
  .route('/', submissionsAdminRoutes)
  .route('/', parentsRoutes)
  .route('/', erasureRoutes)
  .route('/', formerFamiliesRoutes)
  .route('/', childrenAdminRoutes)
  .route('/', familyAdminRoutes)
  .route('/', paymentsRoutes)
  .route('/', paymentImportsRoutes)
  .route('/', familyImportsRoutes)
  .route('/', importedFamiliesRoutes)
  .route('/', attendanceRoutes)
  .route('/', boardRoutes)
  .route('/', lateRoutes)
  .route('/', dropInsAdminRoutes)
  .route('/', dropInApprovalRoutes)
  .route('/', siteContentAdminRoutes)
  .route('/', pricingRoutes)
  .route('/', pickupTimesRoutes)
  .route('/', statementDetailsRoutes)
  .route('/', programAdminRoutes)
  .route('/', mailRoutes)
  .route('/', familyMessagesRoutes)
  .route('/', adminsRoutes)
  .route('/', staffSessionsRoutes)
  .route('/', twoFactorRoutes)
  .route('/', activityRoutes)
  .route('/', liveRoutes)
  .route('/', compatRoutes)

export type Api = typeof api
export type { Mail }
