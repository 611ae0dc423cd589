import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCycles, findFolderCycles, wrongImports } from './lib/imports.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/processes.mjs'

await main(async () => {
  const files = [
    'domain/src',
    'server/src',
    'server/demo',
    'server/fuzz',
    'server/testing',
    'web/src',
  ].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`.replaceAll('\\', '/')),
  )
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const wrong = [...sources].flatMap(([file, source]) => wrongImports(file, source))
  const cycles = [
    ...findCycles(sources),
    ...findFolderCycles(sources, 'server'),
    ...findFolderCycles(sources, 'web'),
  ]
  for (const sentence of wrong) console.error(sentence)
  for (const cycle of cycles) console.error(`An import cycle: ${cycle}`)
  console.log(`${files.length} files, ${wrong.length} forbidden imports, ${cycles.length} cycles`)
  return wrong.length + cycles.length === 0 ? 0 : 1
})
