import type { Evidence } from '@equipoise/sdk'
import { useState } from 'react'
import { Link } from 'react-router'
import { startWords } from '../../analysis/extras.ts'
import { SAMPLES } from '../../analysis/samples.ts'
import { useUsage } from '../../api.ts'
import { useDocument } from '../../documents/use-document.ts'
import markedClasses from '../../marked/marked.module.css'
import { inTextOrder } from '../../marked/segments.ts'
import { ReplaceButton, sideColor } from '../../sheet/evidence-card.tsx'
import { Sheet } from '../../sheet/sheet.tsx'
import editorClasses from '../editor/editor.module.css'
import { Gauge } from '../editor/gauge.tsx'
import panelClasses from '../editor/panel.module.css'
import { PhoneScore } from '../editor/phone-score.tsx'
import '../../analysis/stored-samples.ts'
import { CHARS_MAX, VISITOR_CHARS_MAX } from '../../analysis/use-analysis.ts'
import { useEditorService, useFirstText } from '../../analysis/use-service.ts'
import { formatCount } from '../../format.ts'
import { Notice } from '../../shell/notice.tsx'
import { Trouble } from '../../shell/trouble.tsx'
import { type Editor, useEditor } from '../editor/use-editor.ts'
import classes from './home.module.css'
import { costWords, tryWords } from './try-words.ts'

const SHOWN_MAX = 4

/** A small editor: a text, its marks, its score. The text is there again in the full editor. */
export function TryIt() {
  const service = useEditorService()
  const opened = useDocument(useFirstText(), service.owner)
  const { document, change, type } = opened
  const [sample, setSample] = useState(0)
  const usage = useUsage().data
  const { text, id: subject } = document
  const editor = useEditor({ text, subject, setText: (next) => change({ text: next }), opened, service })
  const isSample = SAMPLES[sample]?.text === document.text
  return (
    <div className={classes.tryIt} data-first-text>
      <PhoneScore editor={editor} />
      <div className={editorClasses.samples}>
        {SAMPLES.map(({ name, text }, i) => (
          <button
            key={name}
            type="button"
            className={markedClasses.smallButton}
            aria-pressed={isSample && sample === i}
            onClick={() => {
              setSample(i)
              editor.exchange(text, `Your text was replaced by “${name}”.`)
            }}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          className={markedClasses.plainButton}
          onClick={() => editor.exchange('', 'The text was cleared.')}
        >
          Your own text
        </button>
      </div>
      <div className={classes.demo}>
        <Sheet
          text={document.text}
          textNow={opened.textNow}
          catchUp={opened.catchUp}
          evidence={editor.evidence}
          inputRef={editor.input}
          openRef={editor.open}
          change={(text) => type({ text })}
          replace={editor.replace}
          step={editor.step}
          rows={5}
        />
        <Result editor={editor} text={document.text} />
        <Words editor={editor} />
      </div>
      <p className={classes.fine}>
        {service.isMember
          ? costWords(CHARS_MAX, usage?.endpoints['ai/analyze'])
          : `No account needed: 30 texts an hour, up to ${formatCount(VISITOR_CHARS_MAX)} characters.`}{' '}
        We never store your text. <Link to="/app/text">Open the full editor</Link>
      </p>
    </div>
  )
}

function Result({ editor, text }: { editor: Editor; text: string }) {
  const { current, state, isLive, isRough, service } = editor
  const analysis = current?.analysis
  const hasScore = current !== undefined
  const hasFailed = Boolean(state.error)
  const isMember = service.isMember === true
  const isForeign = analysis?.reason === 'unsupported_language'
  return (
    <section className={classes.result} aria-label="Score">
      {isForeign ? (
        <Notice tone="info" title="No score for this language">
          We can only score English.
        </Notice>
      ) : (
        <Gauge
          score={text.trim() === '' ? undefined : analysis?.ain_score}
          band={isRough ? undefined : analysis?.band}
          certified={analysis?.svc_certified === true && !isLive}
          isEstimate={isLive}
        />
      )}
      <p className={panelClasses.standing} aria-live="polite">
        {startWords(state.checked, text)}{' '}
        {tryWords({ ...state, isLive, isBlank: text.trim() === '', hasScore, hasFailed, isMember })}
      </p>
      {hasFailed && (
        <div className={panelClasses.failed}>
          <Trouble error={state.error} retry={state.check} />
        </div>
      )}
    </section>
  )
}

/** The words that help most, as a row below text and score. */
function Words({ editor }: { editor: Editor }) {
  const { evidence } = editor
  const best = [...evidence].sort((a, b) => helpOf(b) - helpOf(a) || b.weight - a.weight).slice(0, SHOWN_MAX)
  return (
    <div className={classes.words}>
      <ul aria-label="Loaded words">
        {inTextOrder(best).map((one) => (
          <li key={one.start}>
            <span className={markedClasses.word} style={sideColor(one)}>
              {one.text}
            </span>
            {one.suggestion !== undefined && <ReplaceButton evidence={one} replace={() => editor.replace(one)} />}
          </li>
        ))}
      </ul>
      {evidence.length > best.length && (
        <Link to="/app/text" className={markedClasses.quiet}>
          {evidence.length - best.length} more in the full editor
        </Link>
      )}
    </div>
  )
}

/** Sorts words with a replacement first, then words that can be left out. */
function helpOf({ suggestion }: Evidence): number {
  return suggestion ? 2 : suggestion === '' ? 1 : 0
}
