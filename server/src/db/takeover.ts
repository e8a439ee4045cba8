// Databases and backups of commit 649d917, the last one before its 27 migrations became eight with the names of the glossary.
import type { Sql } from './connect.ts'
import { type Entry, type Migration, migrationOf } from './migration-files.ts'

/** What 649d917 noted in its ledger, and for which these files stand now. */
const REPLACED: Readonly<Record<string, string>> = {
  '0001_accounts.sql': '55773dbbc4fcdc327045b19520fd11954eb31730b075fd9188c247639a011dd9',
  '0002_usage.sql': '5fd28fb38a557c8ad0de9a01e73d1d07cc81cfc1c7887f9099411d9cf4e5d57e',
  '0003_billing.sql': '4a3b1e2db36715b7bf1bf90ffcd6aa6e288c8a7a1eeb101b32bbd1038f4d2173',
  '0004_idempotency.sql': '6d108967a334b91f04ab658fc30a2d34067840243fd211e999a317fd18ee3719',
  '0005_charge_batch.sql': '30ba57928d2fdfe4da9dbd3d2038e42285396c0298379bb159b3f1353e18768f',
  '0006_erased_customers.sql': 'e957b40600b86d72ce453faf9fec631840f5928f6c3372349a9034eeb152712f',
  '0007_plan_renews.sql': '28e6dde10c3f965943244f9cfb9c5eb34fc2776d503646db1f14eec99475fa83',
  '0008_sandbox_books.sql': 'e282afced217730ad31a7a778137fba724339a1036ec645b7c0e12d94b79e7e6',
  '0009_locked_accounts.sql': '1a6c5a897f42f32e733c7b0180aa1b122d77be603ce69fc4987c86923f0ee486',
  '0010_housekeeping.sql': 'c50e59b05fe8108fa018cf06b98ff72107a2c516a19243e663f342af35d7d38e',
  '0011_failed_events.sql': 'ef12d64a6d42a9fda89cbc53b2a7a00fd37477ff6da4c5b4c82639616318bdb6',
  '0012_newsletter_confirmed.sql': 'd4058cd2c8e9f2add53a3a1c0bec9010bb41554870819efbf6d4129174191e60',
  '0020_key_filter_mode.sql': '1bd1529616a0eecb0ccd9d135eee12e517732d207cd9d22de8e23b9aa108a59b',
  '0021_token_use.sql': 'b6d448e499a1eef277675d0b6e4e1b985ced30c6f38edcf9d0bfbb4ee41539ce',
  '0030_draws.sql': '9d58b4c6c9f45ed8cfee71e383f06b60c125eb9f6c45432e051ff4edacdd152f',
  '0031_allocations.sql': 'bc130a8b786e1f15a63b600a1a57ab74efe9788d15de12817fbc0c1e27ae80e7',
  '0050_outbox.sql': 'a805283d1b7f34ac6a38cec7976c79399b95015d2cd0eb6de3b0b7d51c172228',
  '0051_admission.sql': 'b1f501755ca4a18cd19c357d189a4b677ecfb3408da4b374760f4f2242e95f93',
  '0052_administration.sql': '318b63501f99a2ae662ddb3ad2f361f708a137ce20a98f347a64257a81b95d39',
  '0053_charge_slots.sql': 'f3a40f969e089c97b207b12e7d35f7c280747cdb0429d288b9be3ce976a65250',
  '0055_notices.sql': '9fbb53be7983a57dc45ec8a7746e57e08b9c0991ee4dfe74d931e68563526618',
  '0056_backups.sql': 'f0dfb42e9adbd4f533c90d6deabaf2041fb1827b2e8b5a6e58e6d20a603a37a4',
  '0057_words.sql': '9766d23d0826a1b15a092763bc62ab4640f5a8f1fc2f248fa16ebaf3b6346499',
  '0062_deployment_reports.sql': '4eef07008f05610bed52659bf4d6ca4ec4c0ca9b8c1655a4e1227508c6cbe09a',
  '0070_lone_charges.sql': '0e48729f768f540eee46bb320558b1fbb82210028a49e2f0ec159e3350a2221a',
  '0075_last_used_address.sql': 'd0b6a39ded98fc991a8b9ee0496693e90cf42df617b23b27663cd119ea1171c3',
  '0085_account_search.sql': 'b9fca7c3ffe01e19fe5a591254d27d597e302b03282df6c20022874b1ceb3b43',
}

/** An earlier text of the same file, which made the same indexes. */
const REWRITTEN = {
  name: '0085_account_search.sql',
  sha256: '54cae26d267a2a7d97e5c27a099315556159f4bf85ec347ddc3933183acaf223',
}

export const REPLACEMENTS: ReadonlySet<string> = new Set([
  '0010_accounts.sql',
  '0020_sign_in.sql',
  '0030_usage.sql',
  '0040_billing.sql',
  '0050_draws.sql',
  '0060_allocations.sql',
  '0070_emails.sql',
  '0080_deployment.sql',
])

const TABLES: readonly (readonly [before: string, now: string])[] = [
  ['give_backs', 'usage_refunds'],
  ['billing_erased_customers', 'billing_deleted_customers'],
  ['notice_refusals', 'notice_opt_outs'],
]

const FUNCTIONS: typeof TABLES = [
  ['give_back', 'refund_charge'],
  ['keep_erased_customer', 'keep_deleted_customer'],
]

/** What 649d917 called the table, sequence or function that has this name now. */
export function formerName(name: string): string {
  const [before] = [...TABLES, ...FUNCTIONS].find(([, now]) => now === name) ?? [name]
  return before
}

/** The tables have their new names here. */
const COLUMNS: readonly (readonly [table: string, before: string, now: string])[] = [
  ['billing_customers', 'cashier', 'payment_provider'],
  ['billing_checkouts', 'cashier', 'payment_provider'],
  ['billing_subscriptions', 'cashier', 'payment_provider'],
  ['billing_deleted_customers', 'erased_at', 'deleted_at'],
  ['idempotent_calls', 'answer', 'response'],
  ['api_keys', 'replaced_by', 'rotated_to'],
]

export function isReplaced({ name, sha256 }: Entry): boolean {
  return REPLACED[name] === sha256 || (name === REWRITTEN.name && sha256 === REWRITTEN.sha256)
}

/** Whether a database or a backup with this ledger is to be taken over. */
export function isBeforeTakeover(ledger: readonly Entry[]): boolean {
  refuseTooOld(ledger)
  return ledger.some(isReplaced)
}

export function refuseTooOld(ledger: readonly Entry[]): void {
  const noted = new Set(ledger.filter(isReplaced).map(({ name }) => name))
  const missing = Object.keys(REPLACED).find((name) => !noted.has(name))
  if (noted.size === 0 || missing === undefined) return
  throw new Error(
    `the schema is older than that of commit 649d917 (it has no migration ${missing}), and this release cannot take it over; ` +
      'start commit 649d917 with it first',
  )
}

/** Renames what 649d917 made and writes the ledger again, all in one transaction. */
export function takeover(migrations: readonly Migration[]): Migration {
  const text = [
    'drop function if exists give_back(uuid, bigint, bigint, text, bigint, bigint, date, timestamptz)',
    'drop trigger if exists billing_customers_erased on billing_customers',
    'drop function if exists keep_erased_customer()',
    // They have another parameter since. The old ones carry no mark by which functions.ts would know them.
    'drop function if exists charge_batch(bigint[], bigint[], text[], bigint[], bigint[], date[], boolean, uuid, bigint)',
    'drop function if exists cancel_batch(uuid, bigint, bigint[], bigint[], text[], bigint[], date[])',
    ...TABLES.map(([before, now]) => `alter table ${before} rename to ${now}`),
    ...COLUMNS.map(([table, before, now]) => `alter table ${table} rename column ${before} to ${now}`),
    RENAME_PARTS,
    ...ledgerWithout(
      Object.keys(REPLACED),
      migrations.filter(({ name }) => REPLACEMENTS.has(name)),
    ),
  ]
  return migrationOf('takeover of 649d917', text.join(';\n'))
}

function ledgerWithout(names: readonly string[], entries: readonly Entry[]): string[] {
  return [
    `delete from schema_migrations where name in ('${names.join("', '")}')`,
    `insert into schema_migrations (name, sha256) values ${entries.map(({ name, sha256 }) => `('${name}', '${sha256}')`).join(', ')}`,
  ]
}

/** Constraints and indexes carry the names of their table and columns. */
const RENAME_PARTS = `do $$ declare word record; part record; begin
  for word in select * from (values
    ${[...TABLES.map(([before, now]) => [now, before, now]), ...COLUMNS].map((word) => `('${word.join("', '")}')`).join(',\n    ')}
  ) as words (of_table, before, now) loop
    for part in
      select format('alter table %s rename constraint %I to', conrelid::regclass, conname) as rename, conname as name
      from pg_constraint where conrelid = word.of_table::regclass and position(word.before in conname) > 0
      union all
      select format('alter index %s rename to', indexrelid::regclass), relname from pg_index join pg_class on oid = indexrelid
      where indrelid = word.of_table::regclass and position(word.before in relname) > 0
        and not exists (select from pg_constraint where conindid = indexrelid)
    loop
      execute format('%s %I', part.rename, replace(part.name, word.before, word.now));
    end loop;
  end loop;
end $$`

/** Makes the tables of the schema of 649d917, out of those that stand for them now, to fill them from a backup of that time. */
export async function undoTakeover(sql: Sql): Promise<void> {
  const entries = Object.entries(REPLACED).map(([name, sha256]) => ({ name, sha256 }))
  const statements = [
    ...COLUMNS.map(([table, before, now]) => `alter table ${table} rename column ${now} to ${before}`),
    ...TABLES.map(([before, now]) => `alter table ${now} rename to ${before}`),
    ...ledgerWithout([...REPLACEMENTS], entries),
  ]
  await sql.begin((tx) => tx.unsafe(statements.join(';\n')))
}
