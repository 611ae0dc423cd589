import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest|ico)$/
const SMALLEST = 512

/** Writes .br and .gz beside every text file, so that the server never compresses on request. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
}

async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  if (br.length < content.length) await writeFile(`${file}.br`, br)
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
}
