import { knownHeadings, recogniseColumns } from '@aftercare/domain/imports/import-columns'
import { isReportFooter } from '@aftercare/domain/imports/import-table'
import { PAYMENT_FIELDS, type PaymentField } from '@aftercare/domain/imports/payment-fields'
import { readPayments } from '@aftercare/domain/imports/payment-lines'
import { expect, test } from 'vitest'
import { readTable } from './read-table'

/** Files as billers and banks export them, with invented people. */
type Case = {
  from: string
  file: string
  columns: Partial<Record<PaymentField, string>>
  /** Date, amount in cents or the reason for skipping, payer, reference, method. */
  lines: (readonly [string | null, number | string, string, string, string | null])[]
}

const CASES: Case[] = [
  {
    from: 'brightwheel: Transactions report',
    file: `Posted At,Student,Room,Transaction Type,Transaction Description,Payer Type,Payer,Payment Method,Amount,Notes
11/03/2026,Bea Silva,Sunflowers,Payment,Online payment,Private,Ana Silva,ACH,$240.00,
11/04/2026,Amara Okafor,Tulips,Payment,Offline payment,Private,Dana Okafor,Check,"$1,060.50",Check 1182`,
    columns: {
      date: 'Posted At',
      amount: 'Amount',
      payer: 'Payer',
      method: 'Payment Method',
      note: 'Notes',
    },
    lines: [
      ['2026-11-03', 24000, 'Ana Silva', '', 'bank_transfer'],
      ['2026-11-04', 106050, 'Dana Okafor', '', 'check'],
    ],
  },
  {
    from: 'FACTS: payments by date, with a heading above and a total below',
    file: `FACTS Management - Payment Detail
Institution: Little School (12345)
Date range: 11/01/2026 - 11/15/2026

Payment Date,Customer ID,Customer Name,Student Name(s),Payment Type,Confirmation Number,Payment Amount
11/02/2026,884213,"Silva, Ana",Bea Silva,Automatic Payment - ACH,F0091,240.00
11/05/2026,884377,"Okafor, Dana",Amara Okafor,Visa ending 4242,F0107,60.00
,,,,,,
Total,,,,,,300.00`,
    columns: {
      date: 'Payment Date',
      amount: 'Payment Amount',
      payer: 'Customer Name',
      reference: 'Confirmation Number',
      method: 'Payment Type',
    },
    lines: [
      ['2026-11-02', 24000, 'Silva, Ana', 'F0091', 'bank_transfer'],
      ['2026-11-05', 6000, 'Okafor, Dana', 'F0107', 'credit_card'],
    ],
  },
  {
    from: 'Procare: account ledger, credits in parentheses',
    file: `Post Date,Account Key,Account Name,Description,Check #,Amount,Comment
11/02/2026,SILVA,Ana Silva,Payment - Check,1182,240.00,
11/05/2026,OKAFOR,Dana Okafor,Refund,,(20.00),closed day`,
    columns: {
      date: 'Post Date',
      amount: 'Amount',
      payer: 'Account Name',
      reference: 'Check #',
      note: 'Comment',
    },
    lines: [
      ['2026-11-02', 24000, 'Ana Silva', '1182', null],
      ['2026-11-05', -2000, 'Dana Okafor', '', null],
    ],
  },
  {
    from: 'PayPal: activity download',
    file: `\uFEFF"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Subject","Note","Balance Impact"
"11/03/2026","10:00:00","PST","Ana Silva","General Payment","Completed","USD","240.00","-7.46","232.54","ana@example.com","office@example.com","1AB23456CD","December aftercare","","Credit"
"11/09/2026","10:00:00","PST","","General Withdrawal","Completed","USD","-1,232.54","0.00","-1,232.54","office@example.com","","9ZZ","","","Debit"`,
    columns: {
      date: 'Date',
      amount: 'Gross',
      email: 'From Email Address',
      payer: 'Name',
      reference: 'Transaction ID',
      method: 'Type',
      note: 'Note',
    },
    lines: [
      ['2026-11-03', 24000, 'Ana Silva', '1AB23456CD', 'other'],
      ['2026-11-09', -123254, '', '9ZZ', 'other'],
    ],
  },
  {
    from: 'Stripe: payments',
    file: `id,Description,Seller Message,Created date (UTC),Amount,Amount Refunded,Currency,Fee,Status,Customer ID,Customer Email,Card Brand,Card Name
ch_3Q1,Aftercare December,Payment complete.,2026-11-03 14:05:09,240.00,0.00,usd,7.26,Paid,cus_1,ana@example.com,Visa,Ana Silva`,
    columns: {
      date: 'Created date (UTC)',
      amount: 'Amount',
      email: 'Customer Email',
      payer: 'Card Name',
      reference: 'id',
      method: 'Card Brand',
      note: 'Description',
    },
    lines: [['2026-11-03', 24000, 'Ana Silva', 'ch_3Q1', 'credit_card']],
  },
  {
    from: 'Zelle: payments received, semicolons and dates with a month name',
    file: `Payment Date;Sender Name;Amount;Memo;Confirmation Number;Status
Nov 3, 2026;ANA SILVA;$240.00;December; 7XK2M;Completed
Nov 4, 2026;DANA OKAFOR;$60.00;;7XK2N;Completed`,
    columns: {
      date: 'Payment Date',
      amount: 'Amount',
      payer: 'Sender Name',
      reference: 'Confirmation Number',
      note: 'Memo',
    },
    lines: [
      ['2026-11-03', 24000, 'ANA SILVA', '7XK2M', null],
      ['2026-11-04', 6000, 'DANA OKAFOR', '7XK2N', null],
    ],
  },
  {
    from: 'Chase: checking account, with a comma too many on every line',
    file: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/03/2026,"Zelle payment from ANA SILVA 21345678901",240.00,QUICKPAY_CREDIT,1240.00,,
DSLIP,11/04/2026,"DEPOSIT  ID NUMBER 118",60.00,DEPOSIT,1300.00,118,
DEBIT,11/05/2026,"PAPER AND PAINT",-35.10,DEBIT_CARD,1264.90,,`,
    columns: {
      date: 'Posting Date',
      amount: 'Amount',
      payer: 'Description',
      reference: 'Check or Slip #',
      method: 'Type',
    },
    lines: [
      ['2026-11-03', 24000, 'ANA SILVA', '', 'bank_transfer'],
      ['2026-11-04', 6000, 'DEPOSIT ID NUMBER 118', '118', 'other'],
      ['2026-11-05', -3510, 'PAPER AND PAINT', '', 'credit_card'],
    ],
  },
  {
    from: 'Bank of America: a summary above the heading, the opening balance among the lines',
    file: `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"1,000.00"
Total credits,,"300.00"
Total debits,,"0.00"
Ending balance as of 11/15/2026,,"1,300.00"

Date,Description,Amount,Running Bal.
11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"
11/03/2026,"Zelle payment from ANA SILVA for ""December""; Conf# x7k2m","240.00","1,240.00"
11/04/2026,"Zelle payment from DANA OKAFOR Conf# x7k2n","60.00","1,300.00"`,
    columns: { date: 'Date', amount: 'Amount', payer: 'Description' },
    lines: [
      ['2026-11-01', 'No amount', 'Beginning balance as of 11/01/2026', '', null],
      ['2026-11-03', 24000, 'ANA SILVA', '', null],
      ['2026-11-04', 6000, 'DANA OKAFOR', '', null],
    ],
  },
  {
    from: 'Wells Fargo: no heading at all',
    file: `"11/03/2026","240.00","*","","ZELLE FROM ANA SILVA ON 11/03 REF # PP0ABC"
"11/04/2026","60.00","*","118","MOBILE DEPOSIT"`,
    columns: { date: 'Column 1', amount: 'Column 2', payer: 'Column 5' },
    lines: [
      ['2026-11-03', 24000, 'ANA SILVA', '', null],
      ['2026-11-04', 6000, 'MOBILE DEPOSIT', '', null],
    ],
  },
  {
    from: 'a European bank: tabs, decimal commas, dates with dots',
    file: 'Booking date\tPayer\tPurpose\tAmount\n03.11.2026\tSilva, Ana\tDezember\t1.240,00\n04.11.2026\tOkafor, Dana\t\t60,5',
    columns: { date: 'Booking date', amount: 'Amount', payer: 'Payer' },
    lines: [
      ['2026-11-03', 124000, 'Silva, Ana', '', null],
      ['2026-11-04', 6050, 'Okafor, Dana', '', null],
    ],
  },
]

test.each(CASES)('$from', ({ file, columns, lines }) => {
  const table = readTable(Buffer.from(file), knownHeadings(PAYMENT_FIELDS), isReportFooter)
  const mapping = recogniseColumns(table, PAYMENT_FIELDS)
  const named = Object.entries(mapping).flatMap(([field, index]) =>
    index === null ? [] : [[field, table.headings[index]]],
  )
  expect(Object.fromEntries(named)).toEqual(columns)
  const read = readPayments(table, mapping, { today: '2026-11-16' }).lines
  expect(
    read.map(({ date, cents, error, payer, reference, method }) => [
      date,
      error ?? cents,
      payer,
      reference,
      method,
    ]),
  ).toEqual(lines)
})

test('columns without known headings are recognised by their contents', () => {
  const file =
    'When,Who,How much,Contact\n11/03/2026,Ana Silva,$20.00,ana@example.com\n11/04/2026,Sam Lee,7.50,sam@example.com'
  const table = readTable(Buffer.from(file), knownHeadings(PAYMENT_FIELDS), isReportFooter)
  expect(recogniseColumns(table, PAYMENT_FIELDS)).toMatchObject({ date: 0, amount: 2, email: 3, payer: 1 })
})
