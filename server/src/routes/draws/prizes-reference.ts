import type { Operation } from '../../http/http.ts'

const tags = ['Draws'] as const
const ID = '8a5b2d3c-1f4e-4c6a-9b7d-2e8f0a1c3d5e'
const AT = '2026-03-01T09:31:00.000Z'
const LISTED = {
  id: ID,
  url: `https://equipoise.example/app/prizes/${ID}`,
  title: 'Spring prize',
  state: 'locked',
  number: 1,
  entries: 3,
  created_at: AT,
  public_at: '2026-03-01T12:00:00.000Z',
  kind: 'draw',
}
const LOCK = { type: 'equipoise-prize/1', subject: 'lock', id: ID, title: 'Spring prize', winners: 1 }
const PRIZE = {
  ...LISTED,
  draws_locked: 1,
  replaced_by: null,
  has_names: true,
  stamped_at: null,
  time_stamp: null,
  nist_pulse: null,
  nist_time_stamp: null,
  revealed: [],
  lock: LOCK,
  result: null,
}

export const lockPrizeDraw: Operation = {
  operationId: 'lockPrizeDraw',
  access: 'scope draws',
  sdk: ['prizes.create', 'body'],
  tags,
  summary: 'Lock a prize draw',
  description:
    'Locks the entries, the rules and the number of winners, and publishes their hash with the round of drand that will decide. Nothing can be added or taken away afterwards; entries can only be excluded, with a reason that everybody can read. Entries stay private: each is sealed with a salt. If the deployment has a time-stamp authority (setting TIMESTAMP_URL), it stamps the lock first. With `seed_from: ["drand", "nist"]`, two beacons are hashed together (setting NIST_BEACON): a pulse of NIST is taken and stamped about five minutes before the round, so that neither beacon decides alone. If one is late, the draw waits. Up to 50,000 entries and 4 MiB; one compute unit for each 1,000 entries. An account can have 100 prize draws with 200,000 entries.',
  examples: {
    request: {
      title: 'Spring prize',
      organiser: 'Example Ltd',
      rules: ['One prize. Free entries by post count like all others.'],
      closed_at: AT,
      winners: 1,
      draw_at: '2026-03-01T12:00:00Z',
      entries: ['ada@example.org', 'grace@example.org'],
      free_entries: ['linus@example.org'],
    },
    response: PRIZE,
  },
}

export const lockInstantList: Operation = {
  operationId: 'lockInstantList',
  access: 'scope draws',
  sdk: ['prizes.createInstant', 'body'],
  tags,
  summary: 'Lock an instant-win list',
  description:
    'Places the prizes on tickets by chance, seals every ticket, and publishes the hash of all of them with the number of prizes, before sales begin. Nobody can read which tickets win until sales have ended, except who has the code of a ticket: it shows that ticket, with the proof that it was so from the start, and the page lists the prizes that were looked up, and when. Get codes from `GET /draws/prize/{id}/codes`, to print one on each ticket, and the file from `GET /draws/{id}/file`. Up to 50,000 tickets; one compute unit for each 1,000.',
  examples: {
    request: {
      title: 'Spring tickets',
      organiser: 'Example Ltd',
      sales_at: AT,
      ends_at: '2026-03-31T12:00:00Z',
      tickets: 1_000,
      prizes: [{ name: 'A voucher of £5', count: 20 }],
    },
    response: { ...PRIZE, kind: 'instant', lock: { ...LOCK, subject: 'instant' } },
  },
}

export const listPrizeDraws: Operation = {
  operationId: 'listPrizeDraws',
  access: 'scope draws or read-only',
  sdk: ['prizes.list'],
  tags,
  summary: 'List your prize draws',
  description:
    'Returns the prize draws of your account, the newest first. For the next page, pass the `id` of the last one as `after`, or follow the `Link` header.',
  examples: { response: [LISTED] },
}

export const getPrizeDraw: Operation = {
  operationId: 'getPrizeDraw',
  access: 'anyone',
  sdk: ['prizes.get', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get a prize draw',
  description:
    'Returns what everybody can read: the signed lock, the signed result once there is one, and how many prize draws the account has locked. It shows positions in the pool and no names.',
  examples: { response: PRIZE },
}

export const findEntrant: Operation = {
  operationId: 'findEntrant',
  access: 'anyone',
  sdk: ['prizes.entrant', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Look up an entry by its code',
  description:
    'Returns the entry of this code, with the proof that it is in the pool that was locked. The response is 404 for every other code: a code has 128 random bits, so nobody can guess one or list the entrants.',
  examples: {
    request: { code: '2-9f86d081884c7d659a2feaa0c55ad015' },
    response: {
      position: 2,
      route: 'paid',
      entry: 'grace@example.org',
      salt: '9f86d081884c7d659a2feaa0c55ad015',
      proof: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
    },
  },
}

export const drawPrize: Operation = {
  operationId: 'drawPrize',
  access: 'scope draws',
  sdk: ['prizes.draw', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Draw the winners',
  description:
    'Computes the winners and reserves from the round that the lock names, and signs them. The response is 409 before the round is public. Asking again returns the same result. Costs 1 compute unit, for checking the signature of the round.',
  examples: { request: {}, response: PRIZE },
}

export const excludeEntry: Operation = {
  operationId: 'excludeEntry',
  access: 'scope draws',
  sdk: ['prizes.exclude', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Exclude an entry',
  description:
    'The entry cannot win: the next one in the order drawn takes its place. Position, reason and time are public and signed with the result, and checks say how many exclusions were made once the result could be known. A second request for the same entry changes nothing. A draw can have 200 exclusions.',
  examples: { request: { position: 2, reason: 'Employee of the organiser' }, response: PRIZE },
}

export const removeEntrants: Operation = {
  operationId: 'removeEntrants',
  access: 'scope draws',
  sdk: ['prizes.removeNames', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Delete the names of a prize draw',
  description:
    'Permanently deletes all entries and what opens their seals: codes can no longer be looked up. The lock and the result stay public; they contain no names. Files that you downloaded before keep theirs.',
  examples: { response: { status: 'removed' } },
}

export const getDrawFile: Operation = {
  operationId: 'getDrawFile',
  access: 'scope draws or read-only',
  sdk: ['prizes.file', 'path.id', 'query'],
  sample: { id: ID },
  tags,
  summary: 'Download the file of a prize draw',
  description:
    'Returns a ZIP to file: a page to print, the signed lock and result, the time stamps, the sealed pool, our public keys, and the programs that check all of it without us. With `names=true` it contains the entries, too; the response is 409 for an instant-win list whose sales have not ended.',
}

export const getDrawCodes: Operation = {
  operationId: 'getDrawCodes',
  access: 'scope draws or read-only',
  sdk: ['prizes.codes', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Download the codes of all entrants',
  description:
    'Returns CSV with the position, route, entry and code of each entrant, to send each their own. Of an instant-win list, the prizes are in it only after sales have ended. Anybody who has a code can read its entry.',
}
