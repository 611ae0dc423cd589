import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/lib/chromium.mjs'
import { runQuietly } from '../scripts/lib/processes.mjs'
import { fetchJson } from './http'
import type { Contender } from './processes'
import type { Profile } from './profile'
import type { Table } from './tables'
import { countCpuTime } from './trace-cpu-time'

/** Run by npx: its hundred packages want a newer Node, with a warning at each install, and nobody else needs them. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}

/** Lighthouse's scores of pages for visitors on a phone, each of the run with the median performance. */
export async function lighthouseTable(product: Contender, { rounds }: Profile): Promise<Table> {
  const site = `http://127.0.0.1:${product.port}`
  const { rows } = (await fetchJson(product.port, { path: '/api/months' })) as { rows: { id: string }[] }
  const pages = [
    ['landing', site],
    ['sign-in', `${site}/auth`],
    ['registration as a guest', `${site}/monthly-signup?month=${rows.at(-1)?.id}`],
  ] as const
  const lines: string[][] = []
  for (const [name, url] of pages) {
    const reports: Report[] = []
    // Now and then a recording lacks its beginning: Lighthouse rejects it and asks to be run again.
    const run = () => runLighthouse(url).catch(() => runLighthouse(url))
    while (reports.length < rounds) reports.push(await run())
    lines.push([name, ...summarize(reports)])
  }
  return {
    title: `Lighthouse ${LIGHTHOUSE.split('@')[1]}, mobile; scores, and ms as it simulates them from CPU time (median of ${rounds} runs)`,
    head: [
      'page',
      'performance',
      'range',
      'accessibility',
      'best practices',
      'SEO',
      'first paint',
      'largest paint',
      'blocked',
    ],
    lines,
  }
}

/** Loads the page, counts its tasks by CPU time, and lets Lighthouse judge that. */
async function runLighthouse(url: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-lighthouse-'))
  try {
    const flags = `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`
    await lighthouse([url, `--gather-mode=${folder}`, flags])
    const traceFile = join(folder, 'trace.json')
    const trace = JSON.parse(readFileSync(traceFile, 'utf8'))
    countCpuTime(trace.traceEvents)
    writeFileSync(traceFile, JSON.stringify(trace))
    const file = join(folder, 'report.json')
    await lighthouse([url, `--audit-mode=${folder}`, '--output=json', `--output-path=${file}`])
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    if (report.runtimeError) throw new Error(`Lighthouse failed: ${report.runtimeError.message}`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function lighthouse(args: string[]): Promise<void> {
  const env = { ...process.env, CHROME_PATH: await ensureChromium() }
  const { code, output } = await runQuietly('npx', ['--yes', LIGHTHOUSE, '--quiet', ...args], { env })
  if (code !== 0) throw new Error(`Lighthouse failed: ${output.slice(-1000)}`)
}

const scoreOf = ({ categories }: Report, name: string) =>
  Math.round((categories[name]?.score ?? Number.NaN) * 100)

function summarize(reports: Report[]): string[] {
  const sorted = reports.toSorted((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const median = sorted[Math.floor((sorted.length - 1) / 2)] as Report
  const range = [sorted[0], sorted.at(-1)]
    .map((report) => scoreOf(report as Report, 'performance'))
    .join(' to ')
  const [performance = Number.NaN, ...others] = CATEGORIES.map((name) => scoreOf(median, name))
  const times = METRICS.map((name) => median.audits[name]?.numericValue ?? Number.NaN)
  return [String(performance), range, ...others.map(String), ...times.map((ms) => ms.toFixed(0))]
}
