import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** Minimum for a passphrase that encrypts a file: anybody who has the file could guess shorter ones. */
export const PASSPHRASE_LENGTH_MIN = 12

/** A value that cannot be printed by accident: every conversion to text gives `[secret]`. */
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
