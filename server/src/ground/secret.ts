import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** Of a passphrase that encrypts something: shorter ones can be guessed by anybody who has the file. */
export const PASSPHRASE_LENGTH_MIN = 12

/** A value that cannot be printed by accident: every way to turn it into text says `[secret]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
