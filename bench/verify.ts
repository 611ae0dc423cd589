import assert from 'node:assert/strict'
import { fetchJson, send } from './http'
import type { Contender } from './processes'
import { dashboard, dayReport, REGISTRATION_FEE, registration, search, signIn, weekdays } from './scenarios'
import { STEADY_MONTH } from './seed'

type Rows = { rows: Record<string, unknown>[]; total?: number }

const sum = (rows: Record<string, unknown>[], column: string) =>
  Math.round(rows.reduce((total, row) => total + Number(row[column]) * 100, 0))
const column = (rows: Record<string, unknown>[], name: string) => rows.map((row) => row[name])

/** Checks that product and baseline return the same data and reject the same requests, before measuring. */
export async function verify(product: Contender, baseline: Contender): Promise<void> {
  for (const family of [1, 4, 301]) {
    const ours = (await fetchJson(product.port, dashboard(family))) as Record<
      'children' | 'submissions',
      Rows
    > & { months: Rows['rows'] }
    const theirs = (await fetchJson(baseline.port, dashboard(family))) as Record<
      'children' | 'submissions' | 'months',
      Rows['rows']
    >
    assert.equal(theirs.children.length, 2)
    assert.deepEqual(column(ours.children.rows, 'name').sort(), column(theirs.children, 'name').sort())
    assert.ok(theirs.submissions.length >= 10)
    assert.deepEqual(column(ours.submissions.rows, 'id'), column(theirs.submissions, 'id'))
    assert.equal(sum(ours.submissions.rows, 'total_fee'), sum(theirs.submissions, 'total_fee'))
    assert.deepEqual(column(ours.months, 'id'), column(theirs.months, 'id'))
  }
  await verifyLists(product, baseline)
  for (const contender of [product, baseline]) await verifyWrites(contender)
}

async function verifyLists(product: Contender, baseline: Contender) {
  const both = async (request: Parameters<typeof fetchJson>[1]) =>
    (await Promise.all([product, baseline].map(({ port }) => fetchJson(port, request)))) as [Rows, Rows]
  for (const word of ['blackbrook', 'family1234@', 'gus kirk']) {
    const [ours, theirs] = await both(search(word))
    assert.ok(theirs.rows.length > 0, `nobody is found by ${word}`)
    assert.equal(ours.total, theirs.total)
    for (const name of ['id', 'derived_status'])
      assert.deepEqual(column(ours.rows, name), column(theirs.rows, name))
    assert.equal(sum(ours.rows, 'paid_amount'), sum(theirs.rows, 'paid_amount'))
  }
  for (const { date } of [...weekdays(-1).slice(0, 3), ...weekdays(STEADY_MONTH).slice(0, 2)]) {
    const [ours, theirs] = await both(dayReport(date))
    assert.ok(theirs.rows.length > 50, `nobody comes on ${date}`)
    assert.deepEqual(column(ours.rows, 'id').sort(), column(theirs.rows, 'id').sort())
    assert.equal(sum(ours.rows, 'fee'), sum(theirs.rows, 'fee'))
  }
}

async function verifyWrites({ port }: Contender) {
  const { rows } = (await fetchJson(port, registration(7))) as Rows
  assert.deepEqual(column(rows, 'total_fee').map(Number), [REGISTRATION_FEE, REGISTRATION_FEE])
  assert.equal((await send(port, { ...registration(7), key: 'another' })).status, 409)
  assert.equal((await send(port, signIn(8, 'wrong'))).status, 401)
  assert.equal((await send(port, { ...dashboard(1), as: undefined })).status, 401)
}
