import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wrongImports } from './lib/imports.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/processes.mjs'

await main(async () => {
  const files = ['domain/src', 'server/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`.replaceAll('\\', '/')),
  )
  const wrong = files.flatMap((file) => wrongImports(file, readFileSync(join(root, file), 'utf8')))
  for (const sentence of wrong) console.error(sentence)
  console.log(`${files.length} files, ${wrong.length} imports against the grain`)
  return wrong.length === 0 ? 0 : 1
})
