// A container engine to build and run our image: Docker or podman if one works, or podman from Debian if this is root on Debian.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installDebian } from './debian.ts'

/** Our own base image, if no registry can be reached. */
const OWN_BASE = 'localhost/equipoise-test-base'
const PULL_TIMEOUT_MS = 300_000
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

interface ContainerEngine {
  readonly name: string
  /** The base images of the two stages of our Dockerfile. */
  readonly bases: { readonly node: string; readonly run: string }
  /** Options that every container needs: podman would raise limits beyond what this machine allows. */
  readonly limits: readonly string[]
  /** Runs the engine; returns its standard output, or throws with its error output. */
  run(...args: string[]): Promise<string>
  /** Everything that a container wrote, to both outputs. */
  logs(id: string): Promise<string>
}

/** Returns undefined if there is none, and calls `why` with the reason. */
export async function findEngine(why: (reason: string) => void): Promise<ContainerEngine | undefined> {
  const name = works('docker') ? 'docker' : works('podman') || installDebian(PODMAN) ? 'podman' : undefined
  if (!name) {
    why('neither Docker nor podman works here, and this is not root on Debian, where podman could be installed')
    return undefined
  }
  const bases = pulled(name) ?? ownBase(name)
  if (!bases) {
    why('no registry can be reached, and debootstrap cannot be had to make a base image')
    return undefined
  }
  const limits = name === 'podman' ? ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'] : []
  const runtime = RUNTIMES.find((options) => {
    const { status } = spawnSync(name, [...options, 'run', '--rm', '--network=host', ...limits, bases.run, 'true'])
    return status === 0
  })
  if (!runtime) {
    why(`${name} is installed, but cannot run a container`)
    return undefined
  }
  const call = (args: readonly string[]) =>
    promisify(execFile)(name, [...runtime, ...args], { maxBuffer: OUTPUT_BYTES_MAX })
  return {
    name,
    bases,
    limits,
    run: async (...args) => (await call(args)).stdout.trim(),
    async logs(id) {
      const { stdout, stderr } = await call(['logs', id])
      return stdout + stderr
    },
  }
}

const PODMAN = ['podman', 'crun', 'runc']
/** crun fails if both versions of control groups are mounted; runc does not. */
const RUNTIMES = [[], ['--runtime', 'runc']]

function works(name: string): boolean {
  return spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0
}

/** The images that the Dockerfile names, if a registry can be reached. */
function pulled(name: string): ContainerEngine['bases'] | undefined {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8')
  const [node = '', run = ''] = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image = '']) => image)
  const results = [node, run].map(
    (image) => spawnSync(name, ['pull', image], { stdio: 'ignore', timeout: PULL_TIMEOUT_MS }).status,
  )
  return results.every((status) => status === 0) ? { node, run } : undefined
}

/** Debian's smallest system with this machine's Node; kept between runs, because building it takes minutes. */
function ownBase(name: string): ContainerEngine['bases'] | undefined {
  const bases = { node: `${OWN_BASE}:node`, run: `${OWN_BASE}:debian` }
  if (spawnSync(name, ['image', 'inspect', bases.node, bases.run], { stdio: 'ignore' }).status === 0) return bases
  if (!existsSync('/usr/sbin/debootstrap') && !installDebian(['debootstrap'])) return undefined
  const root = mkdtempSync(join(tmpdir(), 'image-base-'))
  try {
    const made = spawnSync('/usr/sbin/debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' })
    if (made.status !== 0) return undefined
    // Debian's own slim image leaves these out.
    for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']) {
      rmSync(join(root, path), { recursive: true, force: true })
    }
    importFolder(name, root, bases.run)
    cpSync(process.execPath, join(root, 'usr/local/bin/node'))
    const npm = dirname(spawnSync('npm', ['root', '-g'], { encoding: 'utf8' }).stdout.trim())
    cpSync(join(npm, 'node_modules/npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
    spawnSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
    importFolder(name, root, bases.node)
    return bases
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function importFolder(name: string, root: string, tag: string): void {
  const { status } = spawnSync('/bin/sh', ['-c', 'tar -C "$1" -c . | "$2" import - "$3"', 'sh', root, name, tag], {
    stdio: 'ignore',
  })
  if (status !== 0) throw new Error(`${name} could not import ${root}`)
}
