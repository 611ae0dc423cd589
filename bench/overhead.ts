import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import pg from 'pg'
import { compare, ms, print } from './measure'
import { openProduct } from './product'

const ROUNDS = 400

/**
 * A whole request with its session, rights, headers and one query, beside the least a server can do: node:http and
 * the same query. What lies between is what the product costs by itself.
 */
export async function compareServers(serverUrl: string) {
  const product = await openProduct(serverUrl)
  const ours = serve({ fetch: product.app.fetch, port: 0 }) as Server
  const pool = new pg.Pool({ connectionString: serverUrl })
  const bare = createServer(async (_, response) => {
    await pool.query('select 1')
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  })
  await new Promise<void>((resolve) => bare.listen(0, resolve))
  const ask = (server: Server) => async () => {
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/health`)).arrayBuffer()
  }
  const { least, whole } = await compare({ least: ask(bare), whole: ask(ours) }, ROUNDS)
  print(`One request (p50 and p95 of ${ROUNDS})`, [
    ['', 'p50', 'p95', 'ratio'],
    ['node:http and one query', ms(least.p50), ms(least.p95), 'x 1.0'],
    ['the product', ms(whole.p50), ms(whole.p95), `x ${(whole.p50 / least.p50).toFixed(1)}`],
  ])
  bare.close()
  ours.close()
  await pool.end()
  await product.close()
}
