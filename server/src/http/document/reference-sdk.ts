// Which method of the SDK makes the request of an operation, for the samples of the API reference. A test runs every sample.
import { type Brand, DEFAULT_BRAND } from '../../ground/brand.ts'

export interface Sampled {
  readonly method: string
  /** With values for its parameters, which also stand apart. */
  readonly path: { readonly filled: string; readonly values: Readonly<Record<string, unknown>> }
  /** The parameters of the query that a request must have. */
  readonly query: Readonly<Record<string, unknown>>
  readonly operationId: string
  /** Which credentials the request needs, if any. */
  readonly credential: 'apiKey' | 'accessToken' | undefined
  readonly body: unknown
  /** Whether the body is a form instead of JSON. */
  readonly isForm: boolean
  /** Whether the response is JSON. */
  readonly answersJson: boolean
}

export interface SampleSetting {
  readonly publicUrl: string
  readonly brand: Brand
}

/** A method, then where each of its arguments comes from: the whole body, one field of it, a part of the path or the query. */
type SdkCall = readonly [method: string, ...inputs: ('body' | 'query' | `${'body' | 'path' | 'query'}.${string}`)[]]

const byId = (method: string): SdkCall => [method, 'path.id']
const byIdAndReason = (method: string): SdkCall => [method, 'path.id', 'body.reason']
const byIdAndBody = (method: string): SdkCall => [method, 'path.id', 'body']

const SDK_CALLS: Record<string, SdkCall> = {
  computeSequence: ['compute', 'body'],
  sweepBiases: ['sweep'],
  getSequence: ['sequence', 'query'],
  createDraw: ['draw', 'body'],
  getSigningKeys: ['signingKeys'],
  createCommitment: ['commitments.create', 'body'],
  listCommitments: ['commitments.list'],
  getCommitment: byId('commitments.get'),
  revealCommitment: byId('commitments.reveal'),
  createAllocation: ['allocations.create', 'body'],
  listAllocations: ['allocations.list'],
  getAllocation: byId('allocations.get'),
  assignParticipant: byIdAndBody('allocations.assign'),
  closeAllocation: byId('allocations.close'),
  listAssignments: byId('allocations.assignments'),
  exportAllocation: byId('allocations.export'),
  analyzeText: ['ai.analyze', 'body.text'],
  analyzeTexts: ['ai.analyzeBatch', 'body'],
  tryAnalyze: ['ai.tryAnalyze', 'body.text'],
  neutraliseText: ['ai.neutralise', 'body'],
  readWordLists: ['ai.words'],
  replaceWordLists: ['ai.replaceWords', 'body'],
  createChat: ['ai.chat', 'body'],
  createProxiedChat: ['ai.proxy', 'body'],
  createCompletion: ['v1.completion', 'body'],
  createResponse: ['v1.response', 'body'],
  createMessage: ['v1.message', 'body'],
  createEmbedding: ['v1.embeddings', 'body'],
  listModels: ['v1.models'],
  getModel: byId('v1.model'),
  signUp: ['auth.register', 'body'],
  signIn: ['auth.login', 'body'],
  signOut: ['auth.logout'],
  changePassword: ['auth.changePassword', 'body'],
  requestPasswordReset: ['auth.forgotPassword', 'body.email'],
  resetPassword: ['auth.resetPassword', 'body'],
  lookAtInvitation: ['auth.lookAtInvitation', 'body.token'],
  acceptInvitation: ['auth.acceptInvitation', 'body.token'],
  verifyEmail: ['auth.verifyEmail', 'body.token'],
  resendVerification: ['auth.resendVerification'],
  getSecondFactor: ['auth.secondFactor'],
  beginSecondFactor: ['auth.beginSecondFactor', 'body.password'],
  confirmSecondFactor: ['auth.confirmSecondFactor', 'body.code'],
  removeSecondFactor: ['auth.removeSecondFactor', 'body'],
  listIdentities: ['auth.identities'],
  removeIdentity: ['auth.removeIdentity', 'path.id', 'body.password'],
  getAccount: ['auth.me'],
  getSession: ['auth.session'],
  updateAccount: ['auth.rename', 'body.name'],
  deleteAccount: ['auth.deleteAccount', 'body.password'],
  exportAccount: ['auth.exportAccount'],
  changeEmail: ['auth.changeEmail', 'body'],
  listAuditEntries: ['auth.audit'],
  listSessions: ['auth.sessions'],
  endSession: byId('auth.endSession'),
  getNotices: ['auth.notices'],
  updateNotices: ['auth.updateNotices', 'body'],
  listApiKeys: ['keys.list'],
  createApiKey: ['keys.create', 'body'],
  rotateApiKey: ['keys.rotate', 'path.key_id', 'body'],
  renameApiKey: ['keys.rename', 'path.key_id', 'body.name'],
  revokeApiKey: ['keys.revoke', 'path.key_id'],
  checkOutPlan: ['billing.checkout', 'body.plan'],
  checkOutTopup: ['billing.topup', 'body.topup'],
  cancelPlan: ['billing.cancel'],
  resumePlan: ['billing.resume'],
  openPortal: ['billing.portal'],
  listTopups: ['billing.topups'],
  getSubscription: ['billing.subscription'],
  listPayments: ['billing.history'],
  getUsage: ['usage'],
  listUsageMonths: ['usageMonths'],
  listPlans: ['plans'],
  getBrand: ['brand'],
  getHealth: ['health'],
  subscribeToNewsletter: ['subscribeNewsletter', 'body.email'],
  confirmNewsletter: ['confirmNewsletter', 'query.token'],
  unsubscribeFromNewsletter: ['unsubscribeNewsletter', 'query.token'],
  adminListAccounts: ['admin.accounts'],
  adminGetAccount: byId('admin.account'),
  adminGetOverview: ['admin.overview'],
  adminListLog: ['admin.log'],
  adminSetPlan: byIdAndBody('admin.setPlan'),
  adminGrantUnits: byIdAndBody('admin.grant'),
  adminSetRole: byIdAndBody('admin.setRole'),
  adminDisableAccount: byIdAndReason('admin.disable'),
  adminEnableAccount: byIdAndReason('admin.enable'),
  adminVerifyEmail: byIdAndReason('admin.verifyEmail'),
  adminSignOut: byIdAndReason('admin.signOut'),
  adminRemoveSecondFactor: byIdAndReason('admin.removeSecondFactor'),
  adminRemoveIdentity: ['admin.removeIdentity', 'path.id', 'path.identity_id', 'body.reason'],
  adminCreateResetLink: byIdAndReason('admin.resetLink'),
  adminRevokeKey: ['admin.revokeKey', 'path.id', 'path.key_id', 'body.reason'],
  adminDeleteAccount: byIdAndReason('admin.deleteAccount'),
  adminListPlans: ['admin.plans'],
  adminListInvitations: ['admin.invitations'],
  adminCreateInvitation: ['admin.invite', 'body'],
  adminWithdrawInvitation: byIdAndReason('admin.withdrawInvitation'),
}

/** Undefined for an operation that the SDK has no method for. */
export function sdkSampleOf(one: Sampled, { publicUrl, brand }: SampleSetting): string | undefined {
  const call = SDK_CALLS[one.operationId]
  if (!call) return undefined
  const [method, ...inputs] = call
  const options = [
    `baseUrl: '${publicUrl}'`,
    ...(brand.word === DEFAULT_BRAND ? [] : [`brand: '${brand.word}'`]),
    ...(one.credential === 'apiKey' ? ['apiKey: process.env.KEY'] : []),
    ...(one.credential === 'accessToken' ? ['token: process.env.TOKEN'] : []),
  ]
  const args = inputs.map((input) => literalOf(inputOf(one, input), brand.word)).join(', ')
  const made = `client.${method}(${args})`
  const use =
    method === 'sequence' ? `for await (const bits of ${made}) console.log(bits)` : `const result = await ${made}`
  return `import { Equipoise } from '@equipoise/sdk'

const client = new Equipoise({ ${options.join(', ')} })
${use}`
}

function inputOf({ body, path, query }: Sampled, input: string): unknown {
  const [from, field] = input.split('.')
  const whole = { body, query, path: path.values }[from as 'body' | 'query' | 'path']
  return field === undefined ? whole : (whole as Record<string, unknown>)[field]
}

/** A value as TypeScript: field names without quotes where they need none, and in the SDK's own words. */
export function literalOf(value: unknown, brandWord: string = DEFAULT_BRAND, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([key, one]) => {
    const name = key.replace(new RegExp(`^${brandWord}_(?=options$|filter$|certified$)`), `${DEFAULT_BRAND}_`)
    return `${isList ? '' : `${/^\w+$/.test(name) ? name : `'${name}'`}: `}${literalOf(one, brandWord, inner)}`
  })
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (line.length + indent.length <= 60 && !line.includes('\n')) return line
  return `${isList ? '[' : '{'}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${isList ? ']' : '}'}`
}
