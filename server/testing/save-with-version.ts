type Client = {
  get(path: string): Promise<{ body: unknown }>
  put(path: string, body: object): Promise<Saved>
}
type Saved = { status: number; body: any }

/** Saves a settings form with its current version. */
export async function saveWithVersion(client: Client, path: string, values: object): Promise<Saved> {
  const { body } = await client.get(path.replace('/agreements/', '/'))
  return client.put(path, { ...values, version: (body as { version?: number }).version ?? 0 })
}
