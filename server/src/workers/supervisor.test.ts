import { expect, test } from 'vitest'
import { createSupervisor, PAUSE_MAX_MS, PAUSE_MIN_MS, STEADY_MS, type WorkerProcess } from './supervisor.ts'

interface Played extends WorkerProcess {
  readonly number: number
  readonly asked: string[]
  listen(): void
  end(how?: string): void
}

/** Workers simulated by the test; pauses take no time and are recorded. */
function openPlay(count: number) {
  const played: Played[] = []
  const pauses: number[] = []
  const said: string[] = []
  let now = 0
  const fork = (number: number): WorkerProcess => {
    const asked: string[] = []
    let listen = (_is: boolean): void => {}
    let end = (_how: string): void => {}
    const listening = new Promise<boolean>((resolve) => {
      listen = resolve
    })
    const ended = new Promise<string>((resolve) => {
      end = resolve
    })
    const worker: Played = {
      number,
      pid: played.length,
      asked,
      listening,
      ended,
      retire: () => void asked.push('retire'),
      stop: () => void asked.push('stop'),
      kill: () => void asked.push('kill'),
      listen: () => listen(true),
      end(how = 'with code 1') {
        listen(false)
        end(how)
      },
    }
    played.push(worker)
    return worker
  }
  const supervisor = createSupervisor({
    count,
    fork,
    log: (message) => said.push(message),
    nowMs: () => now,
    async pause(ms) {
      pauses.push(ms)
    },
  })
  const at = (index: number) => played[index] as Played
  const pass = (ms: number) => {
    now += ms
  }
  return { supervisor, played, at, pauses, said, pass }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

async function openReady(count: number) {
  const play = openPlay(count)
  for (const worker of play.played) worker.listen()
  await play.supervisor.ready
  return play
}

test('it is ready when the last worker listens', async () => {
  const { supervisor, at } = openPlay(2)
  let isReady = false
  void supervisor.ready.then(() => {
    isReady = true
  })
  at(0).listen()
  await settle()
  expect(isReady).toBe(false)
  at(1).listen()
  await settle()
  expect(isReady).toBe(true)
})

test('a worker that ends before it listens makes the start fail, and is not restarted', async () => {
  const { supervisor, played, at } = openPlay(2)
  at(0).listen()
  at(1).end('with code 1')
  await expect(supervisor.ready).rejects.toThrow('worker 2 ended with code 1')
  expect(played).toHaveLength(2)
})

test('a worker that crashes is restarted under its number; one that crashes repeatedly waits longer each time', async () => {
  const { played, at, pauses, said } = await openReady(2)
  for (let crash = 0; crash < 10; crash++) {
    at(played.length - 1).end('by signal SIGKILL')
    await settle()
  }
  expect(played).toHaveLength(12)
  expect(played.slice(2).map(({ number }) => number)).toEqual(Array(10).fill(2))
  expect(pauses.slice(0, 3)).toEqual([PAUSE_MIN_MS, 2 * PAUSE_MIN_MS, 4 * PAUSE_MIN_MS])
  expect(pauses.at(-1)).toBe(PAUSE_MAX_MS)
  expect(said[0]).toBe('Warning: worker 2 ended by signal SIGKILL; it is started again in 0.1 s.')
})

test('a worker that crashes after a long run is restarted at once', async () => {
  const { at, pauses, pass } = await openReady(1)
  at(0).end()
  await settle()
  at(1).listen()
  pass(STEADY_MS)
  at(1).end()
  await settle()
  expect(pauses).toEqual([PAUSE_MIN_MS, PAUSE_MIN_MS])
})

test('a replacement retires each worker only when its successor listens, one after the other', async () => {
  const { supervisor, played, at, pauses } = await openReady(2)
  const rolling = supervisor.roll()
  expect([played.length, at(0).asked]).toEqual([3, []])
  at(2).listen()
  await settle()
  expect([at(0).asked, at(1).asked, played.length]).toEqual([['retire'], [], 3])
  at(0).end('with code 0')
  await settle()
  expect(played.length).toBe(4)
  at(3).listen()
  await settle()
  at(1).end('with code 0')
  expect(await rolling).toBe(true)
  expect(pauses).toEqual([])
})

test('if a successor does not start, the old worker stays, and so do all others', async () => {
  const { supervisor, at, said, pauses } = await openReady(2)
  const rolling = supervisor.roll()
  at(2).end()
  expect(await rolling).toBe(false)
  expect([at(0).asked, at(1).asked, pauses]).toEqual([[], [], []])
  expect(said).toEqual(['Warning: a new worker 1 did not start; the old one stays.'])
})

test('a request to replace while another is in progress shares that one', async () => {
  const { supervisor, played } = await openReady(1)
  expect(supervisor.roll()).toBe(supervisor.roll())
  expect(played).toHaveLength(2)
})

test('a stop reaches all workers, also those of a replacement, restarts none, and waits for the last', async () => {
  const { supervisor, played, at } = await openReady(2)
  void supervisor.roll()
  let isOver = false
  const stopping = supervisor.stop().then(() => {
    isOver = true
  })
  expect(played.map(({ asked }) => asked)).toEqual([['stop'], ['stop'], ['stop']])
  at(0).end()
  at(1).end()
  await settle()
  expect(isOver).toBe(false)
  at(2).end()
  await stopping
  expect(played).toHaveLength(3)
})
