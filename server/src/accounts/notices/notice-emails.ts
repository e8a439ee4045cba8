// The texts of notices.
import { counted } from '../../ground/counted.ts'
import type { AllowanceLevel, Meter, PlanId } from '../../ground/plans.ts'
import type { ExpiringKey } from './notice-store.ts'

export interface NoticeText {
  readonly subject: string
  readonly text: string
}

export interface FailedRenewal {
  readonly subscriptionId: string
  readonly plan: PlanId
  readonly periodEnd: Date
  /** How long the plan stays while the payment is retried. */
  readonly endsAt: Date | null
}

interface EmailOrigin {
  readonly brandName: string
  readonly publicUrl: string
}

const UNITS: Record<Meter, string> = {
  compute: 'compute units',
  'ai/chat': 'chat calls',
  'ai/analyze': 'text analyses',
  'ai/proxy': 'calls with your own provider key',
}

export function usageText({ brandName, publicUrl }: EmailOrigin, level: AllowanceLevel): NoticeText {
  const { meter, percent, used, allowance, plan, resetsAt } = level
  const units = UNITS[meter]
  const isSpent = percent === 100
  const more = isSpent
    ? 'Until then, further requests use your purchased balance. Without a balance they are rejected.'
    : 'When it is used up, further requests use your purchased balance. Without a balance they are rejected.'
  return {
    subject: isSpent
      ? `You have used all ${units} this month on ${brandName}`
      : `You have used 80 % of your ${units} on ${brandName}`,
    text: [
      `You have used ${counted(Math.min(used, allowance))} of the ${counted(allowance)} ${units} that your ${plan} plan includes this month.`,
      `The allowance resets on ${dateOf(resetsAt)}. ${more}`,
      '',
      `See your usage: ${publicUrl}/app/usage`,
      `Change your plan or buy more: ${publicUrl}/app/billing`,
      ...ending(publicUrl),
    ].join('\n'),
  }
}

export function keyExpiryText({ brandName, publicUrl }: EmailOrigin, key: ExpiringKey): NoticeText {
  return {
    subject: `Your ${brandName} API key expires on ${dateOf(key.expiresAt)}`,
    text: [
      `Your API key "${key.name}" (${key.keyPrefix}…) expires on ${dateOf(key.expiresAt)} at ${timeOf(key.expiresAt)} UTC.`,
      'After that, programs that use it stop working. Create a new key and replace the old one:',
      '',
      `${publicUrl}/app/keys`,
      ...ending(publicUrl),
    ].join('\n'),
  }
}

export function failedRenewalText({ brandName, publicUrl }: EmailOrigin, { plan, endsAt }: FailedRenewal): NoticeText {
  const until = endsAt ? ` If it keeps failing, your plan ends on ${dateOf(endsAt)}.` : ''
  return {
    subject: `We could not renew your ${brandName} plan`,
    text: [
      `The payment for your ${plan} plan failed. We will try again.${until}`,
      'Check your payment method:',
      '',
      `${publicUrl}/app/billing`,
      ...ending(publicUrl),
    ].join('\n'),
  }
}

export function webhookDisabledText(
  { brandName, publicUrl }: EmailOrigin,
  { url, error, isGone }: { url: string; error: string; isGone: boolean },
): NoticeText {
  return {
    subject: `We switched off a webhook of your ${brandName} account`,
    text: [
      isGone
        ? 'This webhook answered with status 410, which says that it wants no more events:'
        : 'We tried to send an event to this webhook for three days, and every attempt failed:',
      '',
      url,
      ...(isGone ? [] : [`The last error: ${error}`]),
      '',
      'It gets no more events. When its receiver works again, switch it on and send again what you need:',
      '',
      `${publicUrl}/app/webhooks`,
    ].join('\n'),
  }
}

interface NewNetwork {
  readonly address: string
  readonly userAgent: string
  readonly at: Date
}

export function newNetworkText(
  { brandName, publicUrl }: EmailOrigin,
  { address, userAgent, at }: NewNetwork,
): NoticeText {
  return {
    subject: `New sign-in to your ${brandName} account`,
    text: [
      'Somebody signed in to your account from a network that you have not used before.',
      '',
      `When: ${dateOf(at)}, ${timeOf(at)} UTC`,
      `Address: ${address}`,
      `Program: ${userAgent || 'unknown'}`,
      '',
      'If it was you, you can ignore this email.',
      `If it was not you, set a new password now: ${publicUrl}/app/forgot`,
      ...ending(publicUrl),
    ].join('\n'),
  }
}

function ending(publicUrl: string): string[] {
  return ['', `You can switch off emails like this one: ${publicUrl}/app/account`]
}

function dateOf(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function timeOf(at: Date): string {
  return at.toISOString().slice(11, 16)
}
