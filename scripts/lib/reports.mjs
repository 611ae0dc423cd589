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
