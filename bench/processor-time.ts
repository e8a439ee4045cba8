// Processor time of other processes, from the Linux scheduler. Unlike a rate it is nearly the same on a busy machine.
import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of each thread of a process; empty if the system does not tell. */
export function threadTimesUs(pid: number | undefined): Map<string, number> {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return new Map(threads.map((id) => [`${pid}/${id}`, ranUs(`/proc/${pid}/task/${id}`)]))
  } catch {
    return new Map()
  }
}

function ranUs(folder: string): number {
  try {
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  } catch {
    return 0
  }
}

export function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid)
  return [...children, ...children.flatMap(descendantsOf)]
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const lists = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'))
    return lists.flatMap((list) => list.split(' ').filter((one) => one.trim() !== '')).map(Number)
  } catch {
    return []
  }
}

export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
