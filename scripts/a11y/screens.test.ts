import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { nameOf, SCREENS } from './screens.mjs'

const routes = readFileSync(join(root, 'web', 'src', 'routes.tsx'), 'utf8')
const named: (string | undefined)[] = SCREENS.map(({ route }) => route)

describe('the walk of test:a11y', () => {
  it('comes to every address of the product, and to none that is no more', () => {
    const addresses = [...routes.matchAll(/\bpath: '(\/[^']*)'/g)].map((match) => match[1])
    expect(addresses.length).toBeGreaterThan(25)
    expect(named.filter(Boolean).sort()).toEqual(addresses.sort())
  })

  it('calls each screen by a name of its own', () => {
    const names = SCREENS.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })
})
