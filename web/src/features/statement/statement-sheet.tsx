import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { BILLED_STATUS_LABELS } from '@aftercare/domain/lib/enums'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { appliedToLabel, paymentMethodLabel } from '@aftercare/domain/payments/balances'
import { cancelledCareText, careDatesText, careDays, careTitle } from '@aftercare/domain/statement/statement'
import { statementDetailLines } from '@aftercare/domain/statement/statement-details'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import type { ReactNode } from 'react'
import { formatDayCount } from '../../lib/format-day-count'
import { rootAttributeRef } from '../../ui/hooks/root-attribute-ref'
import { Logo } from '../../ui/illustrations/logo'
import { usePageFooter } from '../../ui/layout/page-footer'
import { useProgram } from '../../ui/program'
import type { Statement } from './statement.api'
import './statement-sheet.css'

type Child = Statement['children'][number]
type CareLine = Child['lines'][number]
type Payment = Statement['payments'][number]

const usd = (dollars: number) => formatUsd(toCents(dollars))
const careOf = ({ month, dropin_date, selected_days, cancelled_days }: CareLine) => ({
  month,
  dropInDate: dropin_date,
  selectedDays: selected_days,
  cancelledDays: cancelled_days,
})

const markSheet = rootAttributeRef('data-statement-sheet')

/** A family's yearly statement for print, Letter or A4: black on white, headings repeated on every page. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { year, program, parent, children, payments, totals } = statement
  const { name: programName, contactEmail, contactPhone } = useProgram()
  const name = parent.full_name || parent.email
  usePageFooter('--statement-footer', `${isolate(name)}: yearly statement ${year}`)
  return (
    <article ref={markSheet} className="statement-sheet">
      <header className="statement-head">
        <Logo className="statement-logo" />
        <div>
          <h1>Yearly Statement {year}</h1>
          <p>Dependent care (preschool aftercare), January 1 to December 31, {year}</p>
        </div>
      </header>
      <div className="statement-parties">
        <Party title="Care provider" name={programName} lines={statementDetailLines(program)} />
        <Party
          title="Parent"
          name={name}
          lines={[...(parent.full_name ? [parent.email] : []), `As of ${formatShortDate(statement.as_of)}`]}
        />
      </div>
      <dl className="statement-totals">
        <Total label="Fees for care">{usd(totals.fees)}</Total>
        <Total label="Billed">{usd(totals.billed)}</Total>
        <Total label="Not billed">{usd(totals.not_billed)}</Total>
        <Total label="Payments received">{usd(totals.paid)}</Total>
      </dl>
      <section aria-labelledby="statement-care">
        <h2 id="statement-care">Care and fees</h2>
        {children.length === 0 && <p className="statement-none">No care was booked for {year}.</p>}
        {children.map((child) => (
          <ChildTable key={child.lines[0]?.id} child={child} />
        ))}
        {children.length > 1 && (
          <p className="statement-sum">
            <span>Total for all children</span> <b>{usd(totals.fees)}</b>
          </p>
        )}
      </section>
      <section aria-labelledby="statement-paid">
        <h2 id="statement-paid">Payments</h2>
        {payments.length === 0 ? (
          <p className="statement-none">No payments were received in {year}.</p>
        ) : (
          <PaymentsTable title={`Received in ${year}`} payments={payments} paid={totals.paid} />
        )}
      </section>
      <footer className="statement-notes">
        <p>
          Fees are listed by month of care, drop-ins by date, payments by date received.
          {hasDaysToCome(statement) &&
            ` Days after ${formatShortDate(statement.as_of)} are booked and may still change.`}{' '}
          Questions: {[contactEmail, contactPhone].filter(Boolean).join(', ')}
        </p>
      </footer>
    </article>
  )
}

const hasDaysToCome = ({ children, as_of }: Statement) =>
  children.some(({ lines }) => lines.some((line) => careDays(careOf(line)).some((day) => day > as_of)))

function Party({ title, name, lines }: { title: string; name: string; lines: readonly string[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <p>
        <b>{name}</b>
      </p>
      <p className="whitespace-pre-line">{lines.join('\n')}</p>
    </div>
  )
}

const Total = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The child's name is in the thead, so that it repeats on every page. */
function ChildTable({ child }: { child: Child }) {
  return (
    <table className="statement-table" aria-label={`Care and fees for ${isolate(child.name)}`}>
      <Columns widths={['month', null, 'status', 'money']} />
      <thead>
        <tr>
          <th colSpan={4} scope="colgroup" className="statement-table-title">
            {child.name}
          </th>
        </tr>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Dates of care</th>
          <th scope="col">Status</th>
          <th scope="col">Fee</th>
        </tr>
      </thead>
      <tbody>
        {child.lines.map((line) => (
          <tr key={line.id}>
            <td>{careTitle(careOf(line))}</td>
            <td>
              {careDatesText(careOf(line))}{' '}
              <span className="statement-count">
                ({formatDayCount(line.selected_days.length - line.cancelled_days.length)})
              </span>
              <CancelledCare line={line} />
            </td>
            <td>{BILLED_STATUS_LABELS[line.billed_status]}</td>
            <td>{usd(line.total_fee)}</td>
          </tr>
        ))}
        <tr className="statement-table-sum">
          <th scope="row" colSpan={3}>
            Total for <bdi>{child.name}</bdi>
          </th>
          <td>{usd(child.total_fee)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Not a date of care; what was credited is no longer in the fee. */
function CancelledCare({ line }: { line: CareLine }) {
  const text = cancelledCareText(careOf(line), toCents(line.credited))
  return text && <div className="statement-cancelled">{text}</div>
}

/** Widths in a colgroup: the first row may be a single cell. */
const Columns = ({ widths }: { widths: readonly (string | null)[] }) => (
  <colgroup>
    {widths.map((width) => (
      <col key={width} className={width === null ? undefined : `statement-col-${width}`} />
    ))}
  </colgroup>
)

function PaymentsTable(props: { title: string; payments: readonly Payment[]; paid: number }) {
  return (
    <table className="statement-table" aria-label="Payments received">
      <Columns widths={['date', 'method', null, 'money']} />
      <thead>
        <tr>
          <th colSpan={4} scope="colgroup" className="statement-table-title">
            {props.title}
          </th>
        </tr>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Method</th>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {props.payments.map((payment) => (
          <tr key={payment.id}>
            <td>{formatShortDate(payment.payment_date)}</td>
            <td>{paymentMethodLabel(payment.payment_method)}</td>
            <td>
              {payment.reverses_payment_of !== null && (
                <b>Reversal of the payment on {formatShortDate(payment.reverses_payment_of)}: </b>
              )}
              {purposeOf(payment)}
              {payment.is_reversed && <b> (reversed)</b>}
            </td>
            <td>{usd(payment.amount)}</td>
          </tr>
        ))}
        <tr className="statement-table-sum">
          <th scope="row" colSpan={3}>
            Payments received
          </th>
          <td>{usd(props.paid)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function purposeOf({ submission }: Payment): string {
  if (!submission) return appliedToLabel(null)
  return `${submissionTitle(submission.month, submission.dropin_date)}, ${isolate(submission.child_name)}`
}
