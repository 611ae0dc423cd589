import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SECRET_FOLDERS } from '../server/src/redact-secret-urls'
import { findCycles, findFolderCycles, wrongImports } from './lib/imports.mjs'
import { checksumLines, migrationFaults } from './lib/migrations.mjs'
import { nodeVersionError } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { failedTests, sumTests } from './lib/reports.mjs'

describe('install scripts', () => {
  it('of dependencies are all allowed or denied, so that npm asks nothing', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
    const packages: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages
    const having = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(Object.keys(read('package.json').allowScripts)).toEqual(having)
  })
})

describe('the reverse proxy', () => {
  it('keeps URLs that end in a secret, and query strings, out of its log', () => {
    const nginx = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    const unlogged = [...nginx.matchAll(/location ~ (\S+) \{\s+access_log off;/g)].map(
      ([, pattern = '']) => new RegExp(pattern),
    )
    for (const folder of SECRET_FOLDERS)
      expect(unlogged.filter((pattern) => pattern.test(`${folder}secret`))).toHaveLength(1)
    expect(nginx).toMatch(/log_format aftercare '[^']*\$request_method \$logged_uri /)
    expect(nginx).not.toMatch(/log_format[^;]*\$(request|request_uri|args|query_string|http_referer)\b/)
    const servers = nginx.split(/^server \{/m).slice(1)
    for (const server of servers) expect(server).toMatch(/access_log (off|\S+ aftercare);/)
  })

  it('keeps emails in paths out of its log', () => {
    const nginx = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    const [, pattern = ''] = nginx.match(/map \$uri \$logged_uri \{\s+"~\*(.+)" /) ?? []
    const hasEmail = new RegExp(pattern, 'i')
    const paths = ['guest-jane@x.example', 'GUEST-jane%2540x.example', 'guest-jane', 'jane%40x.example']
    for (const path of paths) expect(`/api/admin/parents/${path}/payments`).toMatch(hasEmail)
    for (const path of ['/guest-portal', '/api/guest-claims/1', '/admin/parents/0193a000'])
      expect(path).not.toMatch(hasEmail)
  })
})

describe('import directions', () => {
  it.each([
    ['domain/src/pricing/fees.ts', `import { z } from 'zod'\nimport { days } from '../lib/days'`],
    ['domain/src/pricing/fees.test.ts', `import { it } from 'vitest'`],
    ['server/src/app.ts', `import { fee } from '@aftercare/domain/pricing/fees'`],
    ['web/src/ui/button.tsx', `import { cx } from './cx'\nimport { Button } from '@base-ui/react'`],
    ['web/src/features/months/months.api.ts', `import type { Api } from '@aftercare/server/api'`],
    ['web/src/parent/home-page.tsx', `import { Button } from '../ui/button'`],
    ['web/src/app-routes.tsx', `const Page = lazy(() => import('./admin/home-page'))`],
    ['web/src/lib/use-app-mutation.ts', `import { useMutation } from '@tanstack/react-query'`],
    ['web/src/features/months/months.api.ts', `import { useQuery } from '@tanstack/react-query'`],
    ['web/src/parent/months/months.test.tsx', `import { App } from '../../app'\nimport '../../admin/x'`],
  ])('%s may contain %s', (file, source) => {
    expect(wrongImports(file, source)).toEqual([])
  })

  it.each([
    ['domain/src/pricing/fees.ts', `import { addDays } from 'date-fns'`],
    ['domain/src/pricing/fees.ts', `import { it } from 'vitest'`],
    ['domain/src/pricing/fees.ts', `export { db } from '../../../server/src/db'`],
    ['server/src/app.ts', `import { page } from '../../web/src/app'`],
    ['server/src/app.ts', `import { seedDemo } from '../demo/seed-demo'`],
    ['server/src/app.ts', `import { MARK_CHANGES } from '@aftercare/domain/testing/mark-changes'`],
    ['web/src/ui/button.tsx', `import { useMonths } from '../features/months/months.api'`],
    ['web/src/ui/button.tsx', `import {\n  a,\n  b,\n} from '../parent/x'`],
    ['web/src/features/months/card.tsx', `const Page = lazy(() => import('../../parent/home-page'))`],
    ['web/src/parent/home-page.tsx', `import { Menu } from '../admin/admin-menu'`],
    ['web/src/admin/home-page.tsx', `import '../parent/side-effect'`],
    ['web/src/features/api.ts', `import { app } from '@aftercare/server/api'`],
    ['web/src/features/api.ts', `import type { App } from '../../../server/src/api'`],
    ['web/src/features/months/x.ts', `import { App } from '../../app'`],
    ['web/src/features/months/x.ts', `import type { z } from 'zod'`],
    ['web/src/admin/x.tsx', `const rules = import('@aftercare/domain/months/month-schemas')`],
    ['web/src/admin/x.tsx', `import { dayField } from '@aftercare/domain/lib/fields'`],
    ['web/src/features/months/x.ts', `import { useMutation, useQuery } from '@tanstack/react-query'`],
    ['web/src/admin/x.tsx', `import {\n  useMutation,\n} from '@tanstack/react-query'`],
  ])('%s may not contain %s', (file, source) => {
    expect(wrongImports(file, source)).toHaveLength(1)
  })
})

describe('import cycles', () => {
  const files = (...entries: [string, string][]) => new Map(entries)

  it('are found across several files, and through types', () => {
    const sources = files(
      ['web/src/ui/a.tsx', `import { b } from './b'`],
      ['web/src/ui/b.ts', `import type { C } from './deep/c'`],
      ['web/src/ui/deep/c.ts', `import { a } from '../a'`],
    )
    expect(findCycles(sources)).toEqual([
      'web/src/ui/a.tsx -> web/src/ui/b.ts -> web/src/ui/deep/c.ts -> web/src/ui/a.tsx',
    ])
  })

  it('are not reported where two files share a third, or one imports the other dynamically', () => {
    const sources = files(
      ['web/src/ui/a.tsx', `import { b } from './b'\nimport { c } from './c'`],
      ['web/src/ui/b.ts', `import { c } from './c'\nconst later = () => import('./a')`],
      ['web/src/ui/c.ts', ''],
    )
    expect(findCycles(sources)).toEqual([])
  })
})

describe('the folders of the server and the web app', () => {
  const files = (...entries: [string, string][]) => new Map(entries)

  it('may not import each other, not even through a third', () => {
    const sources = files(
      ['server/src/months/a.ts', `import { b } from '../mail/deep/b'`],
      ['server/src/mail/deep/b.ts', `import { c } from '../../guest-links/c'`],
      ['server/src/guest-links/c.ts', `import { a } from '../months/other'`],
    )
    expect(findFolderCycles(sources, 'server')).toEqual(['months -> mail -> guest-links -> months'])
  })

  it('may not import each other in the web app either', () => {
    const sources = files(
      ['web/src/auth/a.ts', `import { b } from '../features/months/b'`],
      ['web/src/features/months/b.ts', `import { c } from '../../auth/c'`],
    )
    expect(findFolderCycles(sources, 'web')).toEqual(['auth -> features -> auth'])
  })

  it("may import each other's types and the files beside them, and be imported by tests", () => {
    const sources = files(
      ['server/src/auth/a.ts', `import { b } from '../http/b'\nimport { two } from '../two-factor/two'`],
      ['server/src/http/b.ts', `import type { A } from '../auth/a'\nimport { c } from '../errors'`],
      ['server/src/errors.ts', `import { a } from './auth/a'`],
      ['server/src/http/b.test.ts', `import { a } from '../auth/a'`],
      ['server/src/two-factor/two.ts', `import { a } from '../auth/a'`],
      ['server/src/db/testing/d.ts', `import { b } from '../../http/b'`],
      ['server/src/http/e.ts', `import { d } from '../db/d'`],
    )
    expect(findFolderCycles(sources, 'server')).toEqual([])
  })
})

describe('migrations', () => {
  const first = { name: '0001_schema.sql', sql: 'create table a ()' }
  const second = { name: '0002_more.sql', sql: 'create table b ()' }
  const recorded = checksumLines([first, second])

  it('may be added', () => {
    expect(migrationFaults([first, second], recorded, checksumLines([first]))).toEqual([])
  })

  it.each([
    ['changed', [{ ...first, sql: 'drop table a' }, second], recorded, []],
    ['removed', [first], recorded, []],
    ['not recorded', [first, second], checksumLines([first]), []],
    ['numbered with a gap', [first, { ...second, name: '0003_more.sql' }], [], []],
    [
      'changed after a release',
      [{ ...first, sql: 'drop table a' }],
      checksumLines([{ ...first, sql: 'drop table a' }]),
      checksumLines([first]),
    ],
  ])('may not be %s', (_, files, record, released) => {
    expect(migrationFaults(files, record, released)).not.toEqual([])
  })
})

describe('Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s is taken', (version) => {
    expect(nodeVersionError(version)).toBeNull()
  })

  it.each(['v14.21.3', 'v18.20.8', 'v20.18.3'])('%s is refused with the reason', (version) => {
    expect(nodeVersionError(version)).toContain(`needs Node 20.19 or newer`)
    expect(nodeVersionError(version)).toContain(version.slice(1))
  })
})

describe('the test summary', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  })

  it('counts an unreadable report and a skipped test as failures', () => {
    const testResults = [file('passed', 'passed', 'pending'), file('failed')]
    expect(sumTests({ numTotalTests: 2, numPassedTests: 1, testResults })).toEqual({ passed: 1, failed: 2 })
  })

  it('does not count a failed test twice', () => {
    const testResults = [file('failed', 'passed', 'failed')]
    expect(sumTests({ numTotalTests: 2, numPassedTests: 1, testResults })).toEqual({ passed: 1, failed: 1 })
  })

  it('names what failed', () => {
    const unit = (name: string, status: string, ...tests: [string, string][]) => ({
      name: join(root, name),
      status,
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    })
    const testResults = [
      unit('a.test.ts', 'failed', ['adds', 'passed'], ['divides', 'failed'], ['rounds', 'pending']),
      unit('b.test.ts', 'failed'),
      unit('c.test.ts', 'passed', ['adds', 'passed']),
    ]
    expect(failedTests({ numTotalTests: 4, testResults })).toEqual([
      'a.test.ts: divides',
      'a.test.ts: rounds',
      'b.test.ts',
    ])
    const spec = (title: string, ok: boolean, status: string) => ({
      file: 'a.spec.ts',
      title,
      ok,
      tests: [{ status }],
    })
    const inner = { title: 'as staff', specs: [spec('signs in', false, 'unexpected')] }
    const outer = {
      title: 'a.spec.ts',
      specs: [spec('opens', true, 'expected'), spec('prints', true, 'skipped')],
      suites: [inner],
    }
    const errors = [
      { message: 'SyntaxError', location: { file: join(root, 'e2e/b.spec.ts') } },
      { message: 'Error: The server did not start\n    at start' },
    ]
    expect(failedTests({ stats: {}, errors, suites: [outer] })).toEqual([
      'e2e/b.spec.ts',
      'Error: The server did not start',
      'e2e/a.spec.ts: prints',
      'e2e/a.spec.ts: as staff signs in',
    ])
    expect(failedTests(null)).toEqual([])
  })

  it('counts browser tests', () => {
    const stats = { expected: 5, unexpected: 1, skipped: 1 }
    expect(sumTests({ stats, errors: [] })).toEqual({ passed: 5, failed: 2 })
  })
})
