import { readFile, stat } from 'node:fs/promises'

const BYTES_MAX = 256 * 1_048_576

/** Reads a file that somebody else may have named or put there: a pipe that nobody writes to, or a device, would never end. */
export async function readBoundedFile(path: string, bytesMax = BYTES_MAX): Promise<Buffer> {
  const found = await stat(path)
  // Reading a folder fails with a sentence of its own.
  if (!found.isFile() && !found.isDirectory()) throw new Error(`${path} is not a file`)
  if (found.size > bytesMax) throw new Error(`${path} is larger than ${bytesMax} bytes`)
  return readFile(path)
}
