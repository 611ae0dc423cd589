export const en = {
  id: 'connection' as const,
  unreachable: 'We could not reach the server. Nothing is lost.',
}
