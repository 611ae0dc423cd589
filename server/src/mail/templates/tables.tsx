import { Section } from '@react-email/components'
import type { CSSProperties } from 'react'
import type { MailFact, MailTable } from './email-content'
import { Isolated } from './isolated'
import { LIGHT } from './palette'

const line = `1px solid ${LIGHT.line}`
const alertStyle: CSSProperties = {
  backgroundColor: LIGHT.dangerSoft,
  color: LIGHT.danger,
  borderRadius: 6,
  padding: '2px 7px',
  fontWeight: 600,
  WebkitBoxDecorationBreak: 'clone',
  boxDecorationBreak: 'clone',
}

/** Text in the alert colours; the text carries the meaning, the colour only draws attention. */
function Alert({ text }: { text: string }) {
  return (
    <span className="alert" style={alertStyle}>
      {text}
    </span>
  )
}

export function Facts({ facts }: { facts: MailFact[] }) {
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <table
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: 'collapse', fontSize: 16, lineHeight: '23px' }}
      >
        <tbody>
          {facts.map(({ label, value, alert, strong }) => (
            <tr key={label}>
              <th
                scope="row"
                className="muted rule"
                style={{
                  padding: '9px 16px 9px 0',
                  borderTop: line,
                  textAlign: 'left',
                  verticalAlign: 'top',
                  fontWeight: 400,
                  whiteSpace: 'nowrap',
                  color: LIGHT.muted,
                }}
              >
                {label}
              </th>
              <td
                className="ink rule"
                style={{
                  padding: '9px 0',
                  borderTop: line,
                  textAlign: 'right',
                  verticalAlign: 'top',
                  fontWeight: strong ? 700 : 600,
                  fontSize: strong ? 18 : 16,
                  color: LIGHT.text,
                  wordBreak: 'break-word',
                }}
              >
                {alert ? <Alert text={value} /> : <Isolated text={value} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** On phones each row becomes a block, with the column's label before each value. */
export function ReportTable({ table }: { table: MailTable }) {
  if (table.rows.length === 0) return <NoRows text={table.empty} />
  return (
    <Section style={{ margin: '8px 0 22px' }}>
      <table
        className="report"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: 'collapse', fontSize: 14, lineHeight: '20px' }}
      >
        <thead>
          <tr>
            {table.columns.map(({ label }) => (
              <th
                key={label}
                scope="col"
                className="head"
                style={{
                  padding: '8px',
                  textAlign: 'left',
                  fontSize: 12,
                  fontWeight: 600,
                  color: LIGHT.muted,
                  backgroundColor: LIGHT.tableHead,
                }}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two children may share every value, and nothing is reordered
            <tr key={row} className="rule" style={{ borderColor: LIGHT.line }}>
              {table.columns.map((column, index) => (
                <ReportCell
                  key={column.label}
                  column={column}
                  value={cells[index] ?? ''}
                  isFirst={index === 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

type ReportCellProps = { column: MailTable['columns'][number]; value: string; isFirst: boolean }

function ReportCell({ column, value, isFirst }: ReportCellProps) {
  const isAlert = column.alert && value !== '' && value !== 'None'
  return (
    <td
      className="ink rule"
      style={{
        padding: '9px 8px',
        borderBottom: line,
        verticalAlign: 'top',
        fontWeight: isFirst ? 700 : 400,
        color: LIGHT.text,
        wordBreak: 'break-word',
      }}
    >
      {!isFirst && (
        <span className="phone-only muted" style={{ display: 'none', color: LIGHT.muted }}>
          {column.label}:{' '}
        </span>
      )}
      {isAlert ? <Alert text={value} /> : <Breakable text={value} />}
    </td>
  )
}

/** A long address breaks after its @ rather than anywhere. */
function Breakable({ text }: { text: string }) {
  const [before, ...rest] = text.split('@')
  if (rest.length === 0) return <Isolated text={text} />
  return (
    <>
      {before}@<wbr />
      {rest.join('@')}
    </>
  )
}

function NoRows({ text }: { text: string }) {
  return (
    <Section style={{ margin: '8px 0 22px' }}>
      <table width="100%" cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          <tr>
            <td
              className="head"
              style={{
                padding: '20px',
                borderRadius: 12,
                textAlign: 'center',
                fontSize: 16,
                color: LIGHT.muted,
                backgroundColor: LIGHT.tableHead,
              }}
            >
              {text}
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  )
}
