import type { Analysis } from '@equipoise/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isForeign, reasonsIn, startWords } from '../../analysis/extras.ts'
import { isSpent, VISITOR_CHARS_MAX } from '../../analysis/use-analysis.ts'
import { useLastAccount, useUsage } from '../../api.ts'
import { formatCount, formatPercent, formatScore, formatUtcDay } from '../../format.ts'
import { TEXT_CHARS_MAX } from '../../kept/documents.ts'
import { directionWords } from '../../marked/bands.ts'
import markedClasses from '../../marked/marked.module.css'
import { excerpt } from '../../marked/sentence-strip.tsx'
import { signInFrom } from '../../shell/next-address.ts'
import { Notice } from '../../shell/notice.tsx'
import { Trouble } from '../../shell/trouble.tsx'
import { Gauge } from './gauge.tsx'
import classes from './panel.module.css'
import type { Editor } from './use-editor.ts'
import { Facts, WhyThisScore } from './why-this-score.tsx'

interface ScorePanelProps {
  readonly editor: Editor
  readonly text: string
  /** The score before the accepted suggestions, if the text has changed since. */
  readonly before?: number | undefined
}

export function ScorePanel({ editor, text, before }: ScorePanelProps) {
  const { current, state, select, isRough } = editor
  const analysis = current?.analysis
  const isUnscored = analysis !== undefined && isForeign(analysis)
  // Until a changed text is scored, the rows stay in place without numbers.
  const hasRows = !isUnscored && (analysis !== undefined || (text.trim() !== '' && editor.last !== undefined))
  return (
    <section className={classes.panel} aria-label="Score">
      {isUnscored ? (
        <Foreign analysis={analysis} />
      ) : (
        <Gauge
          score={analysis?.ain_score}
          band={isRough ? undefined : analysis?.band}
          certified={analysis?.svc_certified === true && !editor.isLive}
          isEstimate={editor.isLive}
        />
      )}
      {before !== undefined && analysis && !isUnscored && !editor.isLive && (
        <p className={classes.beforeAfter} data-testid="before-after">
          {formatScore(before)} → {formatScore(analysis.ain_score)}
        </p>
      )}
      <Standing editor={editor} text={text} />
      {hasRows && (
        <>
          {analysis && <Withheld analysis={analysis} text={text} isLive={editor.isLive} select={select} />}
          <Facts
            rows={[
              ['Direction', analysis ? directionWords(analysis.bias_direction) : '…'],
              ['Strongly loaded words', analysis ? formatPercent(analysis.word_ratios.loaded) : '…'],
            ]}
          />
          <WhyThisScore analysis={analysis} parts={current?.parts ?? 1} text={text} select={select} />
        </>
      )}
      <Cost isTooLong={state.isTooLong} />
      <Spoken analysis={editor.isLive ? undefined : analysis} count={editor.evidence.length} />
    </section>
  )
}

function Foreign({ analysis }: { analysis: Analysis }) {
  const name = languageName(analysis.language)
  return (
    <Notice tone="info" title="No score for this language">
      We can only score English{name ? `, and this text looks like ${name}` : ''}.
    </Notice>
  )
}

function languageName(code: string): string | undefined {
  if (code === 'und' || code === '') return undefined
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code)
  } catch {
    return undefined
  }
}

/** One line: whether this score is an estimate, and what happens next. */
export function Standing({ editor, text }: { editor: Editor; text: string }) {
  const { state, current } = editor
  const isUnscored = current !== undefined && isForeign(current.analysis)
  const isEstimate = editor.isLive && !isUnscored
  const seconds = useSecondsUntil(state.nextCheckMs)
  if (text.trim() === '') return <p className={classes.standing}>The score appears here as soon as you enter a text.</p>
  if (state.isOffline) {
    return (
      <Notice tone="warning">
        You are offline. You can go on writing{isEstimate ? ': the score is estimated in your browser' : ''}. We check
        the text when you are online again.
      </Notice>
    )
  }
  if (state.error) return <Failed state={state} isEstimate={isEstimate} seconds={seconds} />
  if (state.isTooLong) return <TooLong editor={editor} text={text} isEstimate={isEstimate} seconds={seconds} />
  if (state.isChecking) return <p className={classes.standing}>Checking…</p>
  if (isUnscored) return null
  if (isEstimate || !current) {
    return (
      <p className={classes.standing}>
        {isEstimate ? <Estimate /> : 'Waiting'}.
        <NextCheck what="it" seconds={seconds} check={state.check} />
      </p>
    )
  }
  return (
    <p className={classes.standing}>
      <strong className={classes.isChecked}>
        <IconCircleCheck size={16} aria-hidden /> Checked.
      </strong>
    </p>
  )
}

/** Labelled and dashed, so that nobody takes an estimate for a checked score. */
function Estimate({ isRough = false }: { isRough?: boolean }) {
  return (
    <>
      <strong className={classes.isEstimate}>{isRough ? 'Rough' : 'Quick'} estimate</strong> from your browser. It can
      miss bias in plain words
    </>
  )
}

interface NextCheckProps {
  readonly what: string
  readonly seconds: number | undefined
  readonly check: () => void
}

function NextCheck({ what, seconds, check }: NextCheckProps) {
  if (seconds === undefined) return null
  return (
    <>
      {` We check ${what} in ${seconds} s. `}
      <button type="button" className={markedClasses.plainButton} onClick={check}>
        Check now
      </button>
    </>
  )
}

interface TooLongProps {
  readonly editor: Editor
  readonly text: string
  readonly isEstimate: boolean
  readonly seconds: number | undefined
}

function TooLong({ editor, text, isEstimate, seconds }: TooLongProps) {
  const start = startWords(editor.state.checked, text)
  return (
    <>
      {start && (
        <p className={classes.standing}>
          <strong className={classes.isChecked}>
            <IconCircleCheck size={16} aria-hidden /> {start}
          </strong>
        </p>
      )}
      {isEstimate && (
        <p className={classes.standing}>
          <Estimate isRough />.
          <NextCheck what="its start" seconds={seconds} check={editor.state.check} />
        </p>
      )}
      {editor.service.isMember && (
        <Notice tone="warning">
          Texts of more than {formatCount(TEXT_CHARS_MAX)} characters are not checked. Split this one into several
          documents.
        </Notice>
      )}
    </>
  )
}

interface FailedProps {
  readonly state: Editor['state']
  readonly isEstimate: boolean
  readonly seconds: number | undefined
}

function Failed({ state, isEstimate, seconds }: FailedProps) {
  return (
    <div className={classes.failed}>
      <Trouble error={state.error} retry={state.check} />
      {seconds !== undefined && <p className={classes.standing}>We try again in {seconds} s.</p>}
      {isEstimate && (
        <p className={classes.standing}>
          {isSpent(state.error) ? 'Until then you see' : 'Meanwhile you see'} an estimate from a small model in your
          browser.
        </p>
      )}
    </div>
  )
}

function useSecondsUntil(atMs: number | undefined): number | undefined {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (atMs === undefined) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [atMs])
  return atMs === undefined ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

interface WithheldProps {
  readonly analysis: Analysis
  readonly text: string
  readonly isLive: boolean
  readonly select: (start: number, end: number) => void
}

const WITHHELD_SHOWN_MAX = 5

/** Why there is no certificate, if the score alone does not explain it. */
function Withheld({ analysis, text, isLive, select }: WithheldProps) {
  const { withheld_by: withheldBy } = analysis
  if (analysis.reason === 'insufficient_text' && !analysis.svc_certified && withheldBy.length === 0) {
    return (
      <Notice tone="info">
        This is too short to tell, because some of its words are unknown to us. Add a sentence or two.
      </Notice>
    )
  }
  if (withheldBy.length === 0 || isLive) return null
  const count = new Set(withheldBy.map(({ start }) => start)).size
  return (
    <Notice tone="warning" title="Why it isn’t certified">
      {/* Folded, so that the loaded words below stay in view. */}
      <details className={classes.withheld}>
        <summary>{count === 1 ? '1 sentence blocks' : `${formatCount(count)} sentences block`} certification.</summary>
        {reasonsIn(withheldBy, text).map(({ message, sentences }) => (
          <div key={message}>
            <p>{message}</p>
            <ul>
              {sentences.slice(0, WITHHELD_SHOWN_MAX).map(({ start, end }) => (
                <li key={start}>
                  <button type="button" className={markedClasses.plainButton} onClick={() => select(start, end)}>
                    {excerpt(text.slice(start, end), 60)}
                  </button>
                </li>
              ))}
              {sentences.length > WITHHELD_SHOWN_MAX && (
                <li>and {formatCount(sentences.length - WITHHELD_SHOWN_MAX)} more</li>
              )}
            </ul>
          </div>
        ))}
      </details>
    </Notice>
  )
}

/** How much of the quota is used, or what visitors can have checked for free. */
const Cost = memo(function Cost({ isTooLong }: { isTooLong: boolean }) {
  const account = useLastAccount()
  const location = useLocation()
  const { data: usage } = useUsage()
  const use = usage?.endpoints['ai/analyze']
  if (account === null) {
    return (
      <p className={classes.cost}>
        {isTooLong
          ? `We check up to ${formatCount(VISITOR_CHARS_MAX)} characters without an account. To check longer texts, create a free one. `
          : `Without an account: 30 texts an hour, up to ${formatCount(VISITOR_CHARS_MAX)} characters. `}
        <Link to={`/app/sign-up?next=${encodeURIComponent('/app/text')}`}>Sign up for free</Link> or{' '}
        <Link to={signInFrom({ pathname: '/app/text', search: location.search })}>sign in</Link>.
      </p>
    )
  }
  if (!use || !usage || use.limit === null) return null
  return (
    <div className={classes.cost}>
      <meter
        min={0}
        max={use.limit}
        value={Math.min(use.used, use.limit)}
        aria-label="Text analyses used this month"
        className={classes.meter}
      />
      <span>
        {formatCount(use.used)} of {formatCount(use.limit)} analyses used. They reset on{' '}
        {formatUtcDay(usage.period.resets_at)}.
      </span>
    </div>
  )
})

/** Screen readers announce the score when the service has checked the text, not at every keystroke, and never an outdated one. */
export function Spoken({ analysis, count }: { analysis: Analysis | undefined; count: number }) {
  return (
    <p className="visually-hidden" role="status">
      {analysis && spokenWords(analysis, count)}
    </p>
  )
}

function spokenWords({ reason, ain_score, band, svc_certified }: Analysis, count: number): string {
  if (reason === 'unsupported_language') return 'No score for this language.'
  const score = `Neutrality score ${formatScore(ain_score)}, ${band}${svc_certified ? ', certified' : ''}.`
  return `${score} ${count} loaded ${count === 1 ? 'word' : 'words'}.`
}
