import { AppError } from '../errors'

/** A file that cannot be imported, with the one sentence that says why. */
export class ImportFileError extends AppError {
  constructor(reason: string) {
    super('import-rejected', { reason })
  }
}
