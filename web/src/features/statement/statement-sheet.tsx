import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { cancelledCareText, careDatesText, careDays, careTitle } from '@aftercare/domain/statement/statement'
import { statementDetailLines } from '@aftercare/domain/statement/statement-details'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import type { ReactNode } from 'react'
import { PrintLayout } from '../../ui/print/print-layout'
import { useProgram } from '../../ui/program'
import type { Statement } from './statement.api'
import './statement-sheet.css'
import { en as lines } from '@aftercare/domain/statement/texts/en'
import { en as titles } from '@aftercare/domain/submissions/texts/en'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { en } from './texts/en'

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

/** A family's yearly statement for print, Letter or A4: black on white, headings repeated on every page. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const t = useTexts(en)
  const language = useLanguage()
  const lineTexts = useTexts(lines)
  const { year, program, parent, children, payments, totals } = statement
  const { name: programName, contactEmail, contactPhone } = useProgram()
  const name = parent.full_name || parent.email
  return (
    <PrintLayout
      sheet="statement"
      title={t.title(year)}
      subtitle={t.subtitle(year)}
      footer={{ text: t.footer(isolate(name), year) }}
    >
      <div className="statement-parties">
        <Party title={t.provider} name={programName} lines={statementDetailLines(program, lineTexts)} />
        <Party
          title={t.parent}
          name={name}
          lines={[
            ...(parent.full_name ? [parent.email] : []),
            t.asOf(formatShortDate(statement.as_of, language)),
          ]}
        />
      </div>
      <dl className="paper-stats">
        <Total label={t.fees}>{usd(totals.fees)}</Total>
        <Total label={t.billed}>{usd(totals.billed)}</Total>
        <Total label={t.notBilled}>{usd(totals.not_billed)}</Total>
        <Total label={t.received}>{usd(totals.paid)}</Total>
      </dl>
      <section aria-labelledby="statement-care">
        <h2 id="statement-care">{t.careAndFees}</h2>
        {children.length === 0 && <p className="paper-soft mt-1">{t.noCare(year)}</p>}
        {children.map((child) => (
          <ChildTable key={child.lines[0]?.id} child={child} />
        ))}
        {children.length > 1 && (
          <p className="statement-sum">
            <span>{t.allChildren}</span> <b>{usd(totals.fees)}</b>
          </p>
        )}
      </section>
      <section aria-labelledby="statement-paid">
        <h2 id="statement-paid">{t.payments}</h2>
        {payments.length === 0 ? (
          <p className="paper-soft mt-1">{t.noPayments(year)}</p>
        ) : (
          <PaymentsTable title={t.receivedIn(year)} payments={payments} paid={totals.paid} />
        )}
      </section>
      <footer>
        <p className="paper-soft">
          {t.note}
          {hasDaysToCome(statement) && ` ${t.daysToCome(formatShortDate(statement.as_of, language))}`}{' '}
          {t.questions([contactEmail, contactPhone].filter(Boolean).join(', '))}
        </p>
      </footer>
    </PrintLayout>
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
  const t = useTexts(en)
  const titleTexts = useTexts(titles)
  const lineTexts = useTexts(lines)
  return (
    <table className="paper-table" aria-label={t.careAndFeesFor(isolate(child.name))}>
      <Columns widths={['month', null, 'status', 'money']} />
      <thead>
        <tr>
          <th colSpan={4} scope="colgroup">
            {child.name}
          </th>
        </tr>
        <tr>
          <th scope="col">{t.month}</th>
          <th scope="col">{t.dates}</th>
          <th scope="col">{t.status}</th>
          <th scope="col">{t.fee}</th>
        </tr>
      </thead>
      <tbody>
        {child.lines.map((line) => (
          <tr key={line.id}>
            <td>{careTitle(careOf(line), titleTexts)}</td>
            <td>
              {careDatesText(careOf(line), lineTexts)}{' '}
              <span className="paper-soft whitespace-nowrap">
                {t.days(line.selected_days.length - line.cancelled_days.length)}
              </span>
              <CancelledCare line={line} />
            </td>
            <td>{t.statuses[line.billed_status]}</td>
            <td>{usd(line.total_fee)}</td>
          </tr>
        ))}
        <tr className="statement-sum">
          <th scope="row" colSpan={3}>
            {richText(t.totalFor, { child: <bdi>{child.name}</bdi> })}
          </th>
          <td>{usd(child.total_fee)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Not a date of care; what was credited is no longer in the fee. */
function CancelledCare({ line }: { line: CareLine }) {
  const text = cancelledCareText(careOf(line), toCents(line.credited), useTexts(lines))
  return text && <div className="paper-soft">{text}</div>
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
  const t = useTexts(en)
  const titleTexts = useTexts(titles)
  const language = useLanguage()
  return (
    <table className="paper-table" aria-label={t.received}>
      <Columns widths={['date', 'method', null, 'money']} />
      <thead>
        <tr>
          <th colSpan={4} scope="colgroup">
            {props.title}
          </th>
        </tr>
        <tr>
          <th scope="col">{t.date}</th>
          <th scope="col">{t.method}</th>
          <th scope="col">{t.for}</th>
          <th scope="col">{t.amount}</th>
        </tr>
      </thead>
      <tbody>
        {props.payments.map((payment) => (
          <tr key={payment.id}>
            <td>{formatShortDate(payment.payment_date, language)}</td>
            <td>{payment.payment_method === null ? '-' : t.methods[payment.payment_method]}</td>
            <td>
              {payment.reverses_payment_of !== null && (
                <b>{t.reversalOf(formatShortDate(payment.reverses_payment_of, language))}</b>
              )}
              {payment.submission ? purposeOf(payment.submission, titleTexts) : t.generalPayment}
              {payment.is_reversed && <b> {t.reversed}</b>}
            </td>
            <td>{usd(payment.amount)}</td>
          </tr>
        ))}
        <tr className="statement-sum">
          <th scope="row" colSpan={3}>
            {t.received}
          </th>
          <td>{usd(props.paid)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const purposeOf = (
  { month, dropin_date, child_name }: NonNullable<Payment['submission']>,
  t: typeof titles,
) => `${submissionTitle(month, dropin_date, t)}, ${isolate(child_name)}`
