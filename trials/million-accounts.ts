// Makes a database with a million accounts (or more) in DATA_DIR (default /tmp/million-accounts), for the trial of growth:
//   npx tsx trials/million-accounts.ts fill [--accounts N] [--usage-rows M]
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fillFolder } from './filled-database.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    accounts: { type: 'string', default: '1000000' },
    'usage-rows': { type: 'string', default: '2000000' },
  },
})
const folder = resolve(process.env.DATA_DIR ?? '/tmp/million-accounts')
await fillFolder(folder, { accounts: Number(values.accounts), usageRows: Number(values['usage-rows']) })
