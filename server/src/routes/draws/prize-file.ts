// What an operator downloads of a prize draw: the file, and the codes of the entrants.
import { Readable } from 'node:stream'
import { codeOf, csvLine, type PrizeResult, stampOf } from '@equipoise/engine'
import { z } from 'zod'
import {
  type Draws,
  instantReport,
  lockOf,
  type NamedEntry,
  type Prize,
  prizeReport,
  type Revealed,
  type ZipPart,
  zipSteps,
} from '../../draws/draws.ts'
import { inTurns } from '../../ground/in-turns.ts'
import { type App, callerOf, type Downloads, ownerOf, readPrograms } from '../../http/http.ts'
import { drawAccess } from './draws.ts'
import { params } from './prizes.ts'
import * as reference from './prizes-reference.ts'

interface PrizeFileParts {
  readonly draws: Draws
  readonly downloads: Downloads
}

const query = z.object({
  names: z
    .literal(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether the file contains the entries.'),
})
const zipFile = {
  description: 'The file.',
  content: { 'application/zip': { schema: z.string().describe('A ZIP.') } },
}
const codesFile = {
  description: 'The codes.',
  content: { 'text/csv': { schema: z.string().describe('One line for each entrant, after a line of column names.') } },
}
/** A file has up to 10 MB, and is built in memory. */
const FILE_PLACES = 4
const VERIFIERS = /^verify\w*\.py$/

export function prizeFileRoutes(app: App, { draws, downloads }: PrizeFileParts): void {
  const { prizes, receipts } = draws
  const programs = readPrograms().filter(({ name }) => VERIFIERS.test(name))
  app.get(
    '/draws/:id/file',
    {
      config: { access: drawAccess, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.getDrawFile, params, querystring: query, response: { 200: zipFile } },
    },
    async (request, reply) => {
      const gone = downloads.enter(request, reply, FILE_PLACES)
      const { id } = request.params
      const what = request.query.names ? 'named' : 'sealed'
      const pool = await poolOf(prizes.entries(callerOf(request).accountId, id, what), gone)
      const prize = await prizes.find(id)
      const keys = (await receipts.publicKeys()).map((key) => ({ public_key: key.publicKey.toString('base64url') }))
      const parts = [
        ...filesOf(prize, pool, await prizes.revealed(id)),
        ...programs.flatMap(({ name, text }) => part(name, text)),
        ...part('keys.json', JSON.stringify({ keys })),
      ]
      const written = await inTurns(ownerOf(request).owner, zipSteps(parts, prize.createdAt))
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': String(written.reduce((sum, piece) => sum + piece.length, 0)),
          'content-disposition': `attachment; filename="prize-draw-${id}.zip"`,
        })
        .send(Readable.from(written) as never)
    },
  )
  app.get(
    '/draws/prize/:id/codes',
    {
      config: { access: drawAccess, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.getDrawCodes, params, response: { 200: codesFile } },
    },
    async (request, reply) => {
      downloads.enter(request, reply, FILE_PLACES)
      const entries = prizes.entries(callerOf(request).accountId, request.params.id, 'codes')
      // Errors come before the first line.
      const first = await entries.next()
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="codes-${request.params.id}.csv"`,
        })
        .send(Readable.from(codeLines(first.value ?? [], entries)) as never)
    },
  )
}

async function* codeLines(first: NamedEntry[], rest: AsyncIterable<NamedEntry[]>): AsyncGenerator<string> {
  const lines = (page: NamedEntry[]) =>
    page
      .map(({ position, route, entry, salt }) => `\r\n${csvLine([position, route, entry, codeOf(position, salt)])}`)
      .join('')
  yield `${csvLine(['position', 'route', 'entry', 'code'])}${lines(first)}`
  for await (const page of rest) yield lines(page)
}

interface Pool {
  readonly pieces: Buffer[]
  readonly named: Map<number, { route: string; entry: string }>
}

/** As JSON, one entry a line; names are kept for the winners. */
async function poolOf(pages: AsyncIterable<NamedEntry[]>, gone: AbortSignal): Promise<Pool> {
  const pieces: Buffer[] = []
  const named = new Map<number, { route: string; entry: string }>()
  for await (const page of pages) {
    gone.throwIfAborted()
    const rows = page.map(({ position, route, sealed, salt, entry }) => {
      if (salt !== '') named.set(position, { route, entry })
      return JSON.stringify(salt === '' ? [route, sealed] : [route, sealed, salt, entry])
    })
    pieces.push(Buffer.from(`${pieces.length === 0 ? '[' : ','}\n${rows.join(',\n')}`))
  }
  return { pieces: [...pieces, Buffer.from('\n]\n')], named }
}

function filesOf(prize: Prize, { pieces, named }: Pool, revealed: readonly Revealed[]): ZipPart[] {
  const { lock, result, lockStamp, resultStamp, pulse, pulseStamp, replacedBy, others } = prize
  if (prize.round === null) {
    const page = instantReport(JSON.parse(lock), {
      stampedAt: lockStamp ? stampOf(lockStamp)?.at : undefined,
      revealed,
      drawsLocked: others,
    })
    return [
      ...part('report.html', page),
      ...part('lock.json', lock),
      ...part('lock.tsr', lockStamp),
      { name: 'pool.json', pieces },
    ]
  }
  const report = prizeReport({
    lock: lockOf(prize),
    result: result === null ? undefined : (JSON.parse(result) as PrizeResult),
    stamped: {
      lock: lockStamp ? stampOf(lockStamp)?.at : undefined,
      result: resultStamp ? stampOf(resultStamp)?.at : undefined,
      pulse: pulseStamp ? stampOf(pulseStamp)?.at : undefined,
    },
    replacedBy,
    drawsLocked: others,
    entryAt: (position) => named.get(position),
  })
  return [
    ...part('report.html', report),
    ...part('lock.json', lock),
    ...part('lock.tsr', lockStamp),
    ...part('result.json', result),
    ...part('result.tsr', resultStamp),
    ...part('nist.bin', pulse === null ? null : Buffer.from(pulse, 'hex')),
    ...part('nist.tsr', pulseStamp),
    { name: 'pool.json', pieces },
  ]
}

function part(name: string, content: string | Buffer | null): ZipPart[] {
  return content === null ? [] : [{ name, pieces: [Buffer.from(content)] }]
}
