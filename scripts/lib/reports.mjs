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
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + skipped + report.errors.length }
}

/** Browser tests that passed only at the second try: a cause to be found, whatever the rest says. */
export function unsteadyTests(report) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return (report?.suites ?? [])
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`)
}
