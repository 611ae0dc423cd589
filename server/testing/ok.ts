import { expect } from 'vitest'

/** The body of a response that must be a success. */
export async function ok<T>(response: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await response
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
