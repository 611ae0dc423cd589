import { StartError } from './db/postgres/start-error'

export class PortTakenError extends StartError {
  constructor(port: number) {
    super(`Port ${port} is already taken by another program. Stop it, or set PORT to a free one.`)
  }
}
