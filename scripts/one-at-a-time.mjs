import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const WAIT_MS = 200
/** The age at which a lock counts as left behind, even if its process number is in use. */
const HELD_MAX_MS = 15 * 60_000
/** The age at which a lock without a name counts as left behind: its process was killed between creating and writing it. */
const UNNAMED_MAX_MS = 5_000

/**
 * Runs `work` while no other process does, among all that name this folder; returns at once if `isDone` is or becomes true. A process that
 * was killed holds nothing up: each lock names its process, and the process that finds the newest one dead creates the next. Linking a file fails
 * if it exists, so that a lock has one owner, and no lock is ever without a name.
 */
export async function oneAtATime(folder, isDone, work) {
  for (let isTold = false; !isDone(); ) {
    const newest = newestLock(folder)
    if (newest === undefined || !isHeld(join(folder, newest))) {
      if (!take(folder, Number(newest ?? 0) + 1)) continue
      if (!isDone()) await work()
      rmSync(folder, { recursive: true, force: true })
      return
    }
    if (!isTold) console.error('Waiting for another process that prepares the command line …')
    isTold = true
    await setTimeout(WAIT_MS)
  }
}

function newestLock(folder) {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder).sort((one, other) => Number(other) - Number(one))[0]
}

function take(folder, number) {
  const named = `${folder}-${process.pid}`
  writeFileSync(named, `${process.pid} ${hostname()}`)
  try {
    linkSync(named, join(folder, String(number)))
    return true
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false
    throw error
  } finally {
    rmSync(named)
  }
}

function isHeld(path) {
  try {
    const [pid, host] = readFileSync(path, 'utf8').split(' ')
    if (Date.now() - statSync(path).mtimeMs > (host ? HELD_MAX_MS : UNNAMED_MAX_MS)) return false
    if (host === hostname()) process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // The file is gone, or the process is. Anything else, as no right to signal it, says that it lives.
    return error.code !== 'ENOENT' && error.code !== 'ESRCH'
  }
}
