// The file of a backup: lines of JSON, compressed, and sealed with a passphrase where one is given.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Secret } from '../../ground/secret.ts'

const MAGIC = Buffer.from('EQBK-SEALED-1\n')
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
/** Fast: the service runs meanwhile. */
const GZIP_LEVEL = 1
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES

/** Writes under another name first: a file with the final name is complete. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  passphrase: Secret | undefined,
): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
    const source = Readable.from(withNewlines(lines))
    if (passphrase === undefined) await pipeline(source, createGzip({ level: GZIP_LEVEL }), target)
    else await pipeline(source, createGzip({ level: GZIP_LEVEL }), sealing(passphrase), target)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function sealing(passphrase: Secret): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const salt = randomBytes(SALT_BYTES)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
    yield Buffer.concat([MAGIC, salt, nonce])
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
}

/** The lines of a backup. One that was changed, cut off or sealed with another passphrase throws before or at its end. */
export async function* readLines(path: string, passphrase: Secret | undefined): AsyncGenerator<string> {
  const opened = await openSealed(path, passphrase)
  const plain = new PassThrough()
  const source = opened ?? { stream: createReadStream(path), transform: undefined }
  const unzip = createGunzip()
  const piping = source.transform
    ? pipeline(source.stream, source.transform, unzip, plain)
    : pipeline(source.stream, unzip, plain)
  // The reader below sees the end only; the reason is thrown after it.
  piping.catch((error: Error) => plain.destroy(error))
  try {
    for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) yield line
    await piping
  } catch (error) {
    throw new Error(`${path} cannot be read as a backup: it was changed, cut off, or the passphrase is wrong`, {
      cause: error,
    })
  }
}

async function openSealed(
  path: string,
  passphrase: Secret | undefined,
): Promise<{ stream: Readable; transform: Transform } | undefined> {
  const file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  const tag = Buffer.alloc(TAG_BYTES)
  const { size } = await stat(path)
  try {
    await file.read(head, 0, HEAD_BYTES, 0)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
    if (passphrase === undefined) throw new Error(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase`)
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES)
  } finally {
    await file.close()
  }
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const nonce = head.subarray(MAGIC.length + SALT_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  decipher.setAuthTag(tag)
  const stream = createReadStream(path, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 })
  return { stream, transform: decipher as unknown as Transform }
}

function keyOf(passphrase: Secret, salt: Buffer): Buffer {
  return scryptSync(passphrase.reveal(), salt, KEY_BYTES, SCRYPT)
}
