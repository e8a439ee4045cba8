import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AuditReceipt, type AuditReport, receiptContent, receiptText } from '@equipoise/audit'

// Signs a report with a key of this machine, created at first use. The signature shows that the report was not changed; others learn from
// the owner whose key it is.

const PUBLIC_KEY_BYTES = 32

export async function signReport(
  report: AuditReport,
  env: Readonly<Record<string, string | undefined>>,
): Promise<AuditReport & { receipt: AuditReceipt }> {
  const privateKey = await openKey(env)
  const public_key = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-PUBLIC_KEY_BYTES)
    .toString('base64url')
  const unsigned = { ...receiptContent(report), issuer: 'the machine that ran the audit', public_key }
  const signature = sign(null, Buffer.from(receiptText(unsigned)), privateKey).toString('base64url')
  return { ...report, receipt: { ...unsigned, signature } }
}

async function openKey(env: Readonly<Record<string, string | undefined>>): Promise<KeyObject> {
  const home = env.XDG_CONFIG_HOME || join(env.HOME || env.USERPROFILE || '.', '.config')
  const path = join(home, 'equipoise', 'audit-key.pem')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known !== undefined) return createPrivateKey(known)
  const { privateKey } = generateKeyPairSync('ed25519')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  return privateKey
}
