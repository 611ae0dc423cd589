/** Something only the operator can fix. Its message is a full sentence, printed without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file with that name already exists',
}

/** The reason for a system error, in plain words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code !== undefined && REASONS[code]) || message
}
