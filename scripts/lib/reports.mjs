import { relative } from 'node:path'
import { root } from './paths.mjs'

/** Tests that passed and failed, from vitest's or Playwright's JSON report. A skipped test is a failure here. */
export function sumTests(report) {
  if (report === null) return { passed: 0, failed: 0 }
  if ('numTotalTests' in report) {
    const passed = report.numPassedTests
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every(({ status: s }) => s !== 'failed'),
    ).length
    return { passed, failed: report.numTotalTests - passed + brokenFiles }
  }
  const { expected, unexpected, skipped } = report.stats
  return { passed: expected, failed: unexpected + skipped + report.errors.length }
}

/** The tests that did not pass as "file: test", and the files that could not be read. */
export function failedTests(report) {
  if (report === null) return []
  if ('numTotalTests' in report) {
    return report.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status !== 'passed')
      if (failed.length === 0 && status === 'failed') return [file]
      return failed.map(({ fullName }) => `${file}: ${fullName}`)
    })
  }
  return [
    // A file that could not be read, or the web server that did not start.
    ...report.errors.map(({ message, location }) =>
      location ? relative(root, location.file) : `${message}`.split('\n')[0],
    ),
    ...report.suites.flatMap((suite) => failedSpecs(suite, [])),
  ]
}

/** The outermost suite of Playwright's report is the file, which each spec names too. */
function failedSpecs({ specs = [], suites = [] }, titles) {
  return [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'skipped'))
      .map(({ file, title }) => `e2e/${file}: ${[...titles, title].join(' ')}`),
    ...suites.flatMap((suite) => failedSpecs(suite, [...titles, suite.title])),
  ]
}
