// The file format of a backup: lines of JSON, compressed, and encrypted if there is a passphrase.
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { PASSPHRASE_LENGTH_MIN, type Secret } from '../../ground/secret.ts'

/** The start of an encrypted file; another key derivation would get another number. */
const MAGIC = Buffer.from('EQBK-SEALED-1\n')
const KEY_COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** A fast level, because the service runs meanwhile. */
const GZIP_LEVEL = 1
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES

/** The file name of a backup until it is complete; a killed process leaves such a file. */
export const UNFINISHED = '.unfinished'

/** Writes under another name first: a file with the final name is complete. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  passphrase: Secret | undefined,
): Promise<void> {
  rejectShort(passphrase)
  const unfinished = `${path}${UNFINISHED}`
  try {
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
    const source = Readable.from(withNewlines(lines))
    if (passphrase === undefined) await pipeline(source, createGzip({ level: GZIP_LEVEL }), target)
    else await pipeline(source, createGzip({ level: GZIP_LEVEL }), sealing(passphrase), target)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw inWords(error as NodeJS.ErrnoException, path)
  }
}

function inWords(error: NodeJS.ErrnoException, path: string): Error {
  if (error.syscall === undefined) return error
  const why = WRITING[error.code ?? ''] ?? error.message
  return new Error(`${path} cannot be written: ${why}`, { cause: error })
}

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'there is a folder of that name',
  EACCES: 'you do not have permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

function rejectShort(passphrase: Secret | undefined): void {
  if (passphrase === undefined || passphrase.reveal().length >= PASSPHRASE_LENGTH_MIN) return
  throw new Error(`BACKUP_PASSPHRASE must have at least ${PASSPHRASE_LENGTH_MIN} characters`)
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function sealing(passphrase: Secret): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const salt = randomBytes(SALT_BYTES)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
    yield Buffer.concat([MAGIC, salt, nonce])
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
}

/** Reads the lines of a backup. Throws, at the latest at the end, if it was changed, truncated or has another passphrase. */
export async function* readLines(path: string, passphrase: Secret | undefined): AsyncGenerator<string> {
  const opened = await openSealed(path, passphrase)
  const plain = withBoundedLines(path)
  const source = opened ?? { stream: createReadStream(path), transform: undefined }
  const unzip = createGunzip()
  const piping = source.transform
    ? pipeline(source.stream, source.transform, unzip, plain)
    : pipeline(source.stream, unzip, plain)
  // The reader below only sees that the stream ended; the reason is thrown afterwards.
  piping.catch((error: Error) => plain.destroy(error))
  try {
    for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) yield line
    await piping
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new Error(`${path} cannot be read as a backup: it was changed, cut off, or the passphrase is wrong`, {
      cause: error,
    })
  }
}

/** The longest report of an audit, as JSON in JSON, is a fifth of it. */
const LINE_MIB_MAX = 128

/** A small file can unpack to one line that would fill the memory. */
function withBoundedLines(path: string): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const first = piece.indexOf('\n')
      bytes += first < 0 ? piece.length : first
      if (bytes > LINE_MIB_MAX * 1_048_576) {
        return done(new RangeError(`${path} is no backup: one of its lines has more than ${LINE_MIB_MAX} MiB`))
      }
      if (first >= 0) bytes = piece.length - piece.lastIndexOf('\n') - 1
      done(null, piece)
    },
  })
}

async function openSealed(
  path: string,
  passphrase: Secret | undefined,
): Promise<{ stream: Readable; transform: Transform } | undefined> {
  // Does not wait until somebody writes into a named pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw new Error(unreadable(path, error), { cause: error })
  })
  const head = Buffer.alloc(HEAD_BYTES)
  const tag = Buffer.alloc(TAG_BYTES)
  let size: number
  let isSealed: boolean
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error(`${path} is not a file`)
    size = found.size
    await file.read(head, 0, HEAD_BYTES, 0)
    isSealed = head.subarray(0, MAGIC.length).equals(MAGIC)
    if (isSealed) await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES)
  } finally {
    await file.close()
  }
  if (!isSealed) return rejectPlain(path, passphrase)
  if (passphrase === undefined) throw new Error(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase`)
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const nonce = head.subarray(MAGIC.length + SALT_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  decipher.setAuthTag(tag)
  const stream = createReadStream(path, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 })
  return { stream, transform: decipher as unknown as Transform }
}

/** Otherwise somebody who can replace the file could choose what is restored. */
function rejectPlain(path: string, passphrase: Secret | undefined): undefined {
  if (passphrase === undefined) return
  throw new Error(
    `${path} is not encrypted, but BACKUP_PASSPHRASE is set: somebody may have replaced it. ` +
      'Unset BACKUP_PASSPHRASE if you trust the file',
  )
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: you do not have permission',
}

function unreadable(path: string, { code = '', message }: NodeJS.ErrnoException): string {
  return `${path} ${REASONS[code] ?? `cannot be read: ${message}`}`
}

/** Not on the event loop: it takes most of a second and 128 MiB. */
async function keyOf(passphrase: Secret, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.reveal(), salt, KEY_BYTES, KEY_COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
