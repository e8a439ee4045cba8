// Installs programs that a test needs from Debian, if this is root on Debian.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function installDebian(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (spawnSync('apt-get', install, { stdio: 'ignore' }).status === 0) return true
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  return spawnSync('apt-get', install, { stdio: 'ignore' }).status === 0
}

/** Prints conspicuously what was not tested. */
export function sayLoudly(what: string): void {
  const line = '!'.repeat(100)
  console.error(`\n${line}\n${what}\n${line}\n`)
}
