import { blank, part, spansOf } from './blanks.ts'

// HTML as a reader sees it: without tags, scripts, styles and code. Blocks stand apart; inline mark-up does not.

const HIDDEN = /<(script|style|pre|code|kbd|samp|template|svg|math|textarea)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const COMMENT = /<!--[\s\S]*?(?:-->|$)|<!doctype[^>]*>|<\?[\s\S]*?\?>/gi
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|data|del|dfn|em|font|i|ins|label|mark|q|s|small|span|strong|sub|sup|time|u|var|wbr)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi
const TAG = /<\/?[a-z][\w-]*(?:[^>"']|"[^"]*"|'[^']*')*>/gi

export function readHtml(text: string): string {
  let read = text
  for (const pattern of [COMMENT, HIDDEN, INLINE_TAG]) read = blank(read, spansOf(read, pattern))
  return part(read, spansOf(read, TAG))
}
